import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { aiSdkModelUnknown, packageMissing } from '../model-error'
import type { AiSdkEmbedder } from './ai-sdk-embedder'
import type { AiSdkLanguageModel } from './ai-sdk-language-model'

/** What is handed to a provider besides the name of the model. */
export interface AiSdkSettings {
  /** Settings of the provider (`apiKey`, `baseURL`, `headers`); without any, the provider's own default is used. */
  readonly settings?: Readonly<Record<string, unknown>>
  /** Folder of the application whose packages are looked at. Default: the working folder. */
  readonly from?: string
}

/**
 * Loads a provider package of the AI SDK and makes one of its models.
 *
 * @param name the package and the model: `@ai-sdk/anthropic:claude-sonnet-4-5`
 * @throws {ModelError} `MODEL_AI_SDK_NAME_INVALID`, `MODEL_PACKAGE_MISSING`
 */
export async function loadAiSdkModel(name: string, options: AiSdkSettings = {}): Promise<AiSdkLanguageModel> {
  const { provider, modelId } = await loadProvider(name, options)
  return provider(modelId)
}

/**
 * Loads a provider package of the AI SDK and makes one of its embedding models.
 *
 * @param name the package and the model: `@ai-sdk/google:gemini-embedding-001`
 * @throws {ModelError} `MODEL_AI_SDK_NAME_INVALID`, `MODEL_PACKAGE_MISSING`
 */
export async function loadAiSdkEmbeddingModel(name: string, options: AiSdkSettings = {}): Promise<AiSdkEmbedder> {
  const { provider, modelId } = await loadProvider(name, options)
  const make = provider.embeddingModel ?? provider.textEmbeddingModel
  if (!make) throw aiSdkModelUnknown(name, 'the provider makes no embedding models')
  return make.call(provider, modelId)
}

async function loadProvider(
  name: string,
  options: AiSdkSettings,
): Promise<{ readonly provider: Provider; readonly modelId: string }> {
  const [packageName, modelId] = splitName(name)
  const exported = await loadPackage(packageName, options.from ?? process.cwd())
  const settings = options.settings ?? {}
  const provider =
    Object.keys(settings).length > 0 ? madeProvider(exported, settings) : ownProvider(exported, packageName)
  if (!provider) throw aiSdkModelUnknown(name, `the package "${packageName}" exports no provider`)
  return { provider, modelId }
}

/** A function that makes language models; its methods make others, under a name that changed between versions. */
interface Provider {
  (modelId: string): AiSdkLanguageModel
  readonly embeddingModel?: (modelId: string) => AiSdkEmbedder
  readonly textEmbeddingModel?: (modelId: string) => AiSdkEmbedder
}

function splitName(name: string): readonly [string, string] {
  const at = name.indexOf(':')
  if (at < 1 || at === name.length - 1) throw aiSdkModelUnknown(name, 'it does not name a package and a model')
  return [name.slice(0, at), name.slice(at + 1)]
}

async function loadPackage(name: string, from: string): Promise<Readonly<Record<string, unknown>>> {
  const require = createRequire(join(from, 'package.json'))
  const path = resolved(() => require.resolve(name, { paths: [from, __dirname] }), name)
  try {
    return require(path) as Record<string, unknown>
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_REQUIRE_ESM') throw error
    return (await import(pathToFileURL(path).href)) as Record<string, unknown>
  }
}

function resolved(resolve: () => string, name: string): string {
  try {
    return resolve()
  } catch (cause) {
    throw packageMissing(name, cause)
  }
}

/** `createAnthropic` of a package takes settings and makes a provider. */
function madeProvider(exported: Readonly<Record<string, unknown>>, settings: object): Provider | undefined {
  const name = Object.keys(exported).find((each) => /^create[A-Z]/.test(each) && typeof exported[each] === 'function')
  return name === undefined ? undefined : (exported[name] as (settings: object) => Provider)(settings)
}

/** `anthropic` of `@ai-sdk/anthropic`, `bedrock` of `@ai-sdk/amazon-bedrock`: the provider made with its defaults. */
function ownProvider(exported: Readonly<Record<string, unknown>>, packageName: string): Provider | undefined {
  const wanted = packageName
    .replace(/^.*\//, '')
    .replace(/[^a-z0-9]/gi, '')
    .toLowerCase()
  const names = Object.keys(exported).filter((each) => typeof exported[each] === 'function')
  const name =
    names.find((each) => each.toLowerCase() === wanted) ?? names.find((each) => wanted.endsWith(each.toLowerCase()))
  return name === undefined ? undefined : (exported[name] as Provider)
}
