import { geminiDialect, type SchemaDialect } from '@vernal/tools'
import type { MediaKind } from '../media-kind'

/** Servers whose ways are known. */
export type OpenAiPreset =
  | 'openai'
  | 'azure'
  | 'dashscope'
  | 'deepseek'
  | 'gemini'
  | 'groq'
  | 'llama-cpp'
  | 'lm-studio'
  | 'mistral'
  | 'ollama'
  | 'openrouter'
  | 'vllm'

/** How a server differs from the others. What is not said is the common way. */
export interface ServerTraits {
  /** Its usual address. */
  readonly baseUrl?: string
  /** The environment variable its own tools read the key from. */
  readonly keyVariable?: string
  /** Whether requests without a key are refused. */
  readonly wantsKey?: boolean
  /** The header of the key, when it is not `Authorization: Bearer`. */
  readonly keyHeader?: string
  /** What the token limit is called. Default `max_tokens`. */
  readonly tokenLimitField?: 'max_tokens' | 'max_completion_tokens'
  /** What the seed is called. Default `seed`. */
  readonly seedField?: string
  /** Whether usage in a stream must be asked for; false where the question is refused and usage comes anyway. Default true. */
  readonly asksForStreamUsage?: boolean
  /** Further fields of requests for an answer in one piece; those of the prompt win. */
  readonly callFields?: Readonly<Record<string, unknown>>
  /** Further fields of requests for a stream; those of the prompt win. */
  readonly streamFields?: Readonly<Record<string, unknown>>
  /** What is sent for the tool choice `required` where the server does not know it. */
  readonly requiredToolChoice?: string
  /** Sent when the prompt does not say, where servers disagree about the default. */
  readonly parallelToolCalls?: boolean
  /** What messages may hold beside words. Default: everything, so that the server decides. */
  readonly media?: readonly MediaKind[]
  /** The form of the schemas of tools that are not offered with `strict`. Default: everything but alternatives at the root. */
  readonly schemaDialect?: SchemaDialect
  /** Whether tools can be offered with `strict`. Default false. */
  readonly strictTools?: boolean
  /**
   * Whether answers can be held to a JSON Schema: always, in requests that offer no tools, or never, so that the shape is said in
   * words. Default `never`.
   */
  readonly responseFormat?: 'always' | 'without-tools' | 'never'
  /** Whether messages and calls may go back with fields outside the protocol (reasoning, signatures). Default true. */
  readonly takesForeignFields?: boolean
  /** Whether thoughts stand between `<think>` tags at the beginning of an answer. Default true. */
  readonly inlinesThinking?: boolean
}

/** The servers by name. */
export const SERVER_PRESETS: Readonly<Record<OpenAiPreset, ServerTraits>> = {
  openai: {
    baseUrl: 'https://api.openai.com/v1',
    keyVariable: 'OPENAI_API_KEY',
    wantsKey: true,
    tokenLimitField: 'max_completion_tokens',
    strictTools: true,
    responseFormat: 'always',
    takesForeignFields: false,
    inlinesThinking: false,
  },
  azure: {
    keyVariable: 'AZURE_OPENAI_API_KEY',
    wantsKey: true,
    keyHeader: 'api-key',
    tokenLimitField: 'max_completion_tokens',
    strictTools: true,
    responseFormat: 'always',
    takesForeignFields: false,
    inlinesThinking: false,
  },
  dashscope: {
    baseUrl: 'https://dashscope.aliyuncs.com/compatible-mode/v1',
    keyVariable: 'DASHSCOPE_API_KEY',
    wantsKey: true,
    requiredToolChoice: 'auto',
    parallelToolCalls: true,
    // Its open models refuse to think in answers of one piece, and refuse such requests unless they are told not to.
    callFields: { enable_thinking: false },
    streamFields: { incremental_output: true },
    media: ['image', 'audio'],
  },
  deepseek: { baseUrl: 'https://api.deepseek.com/v1', keyVariable: 'DEEPSEEK_API_KEY', wantsKey: true, media: [] },
  gemini: {
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
    keyVariable: 'GEMINI_API_KEY',
    wantsKey: true,
    schemaDialect: geminiDialect,
    media: ['image', 'audio'],
  },
  groq: {
    baseUrl: 'https://api.groq.com/openai/v1',
    keyVariable: 'GROQ_API_KEY',
    wantsKey: true,
    media: ['image'],
  },
  'llama-cpp': {
    baseUrl: 'http://127.0.0.1:8080/v1',
    parallelToolCalls: true,
    responseFormat: 'without-tools',
    media: ['image', 'audio'],
  },
  'lm-studio': { baseUrl: 'http://127.0.0.1:1234/v1', responseFormat: 'without-tools', media: ['image'] },
  mistral: {
    baseUrl: 'https://api.mistral.ai/v1',
    keyVariable: 'MISTRAL_API_KEY',
    wantsKey: true,
    seedField: 'random_seed',
    asksForStreamUsage: false,
    requiredToolChoice: 'any',
    media: ['image', 'audio'],
    responseFormat: 'always',
    takesForeignFields: false,
  },
  ollama: { baseUrl: 'http://127.0.0.1:11434/v1', responseFormat: 'without-tools', media: ['image'] },
  openrouter: { baseUrl: 'https://openrouter.ai/api/v1', keyVariable: 'OPENROUTER_API_KEY', wantsKey: true },
  vllm: { baseUrl: 'http://127.0.0.1:8000/v1', responseFormat: 'without-tools' },
}

/** The names of the presets. */
export const OPENAI_PRESETS = Object.keys(SERVER_PRESETS) as [OpenAiPreset, ...OpenAiPreset[]]

const HOSTS: readonly (readonly [RegExp, OpenAiPreset])[] = [
  [/(^|\.)openai\.com$/, 'openai'],
  [/(^|\.)(azure\.com|azure-api\.net)$/, 'azure'],
  [/(^|\.)dashscope(-intl|-us)?\.aliyuncs\.com$/, 'dashscope'],
  [/(^|\.)deepseek\.com$/, 'deepseek'],
  [/(^|\.)generativelanguage\.googleapis\.com$/, 'gemini'],
  [/(^|\.)groq\.com$/, 'groq'],
  [/(^|\.)mistral\.ai$/, 'mistral'],
  [/(^|\.)openrouter\.ai$/, 'openrouter'],
]

/** The ways of a server: those of its preset, else those its address suggests, else the common ones. */
export function serverTraits(preset: OpenAiPreset | undefined, baseUrl: string | undefined): ServerTraits {
  if (preset !== undefined) return SERVER_PRESETS[preset]
  if (baseUrl === undefined) return SERVER_PRESETS.openai
  if (!URL.canParse(baseUrl)) return {}
  const { hostname } = new URL(baseUrl)
  const known = HOSTS.find(([host]) => host.test(hostname))
  return known ? SERVER_PRESETS[known[1]] : {}
}
