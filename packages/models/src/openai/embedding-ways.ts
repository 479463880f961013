import { OPENAI_PRESETS, SERVER_PRESETS, serverTraits, type OpenAiPreset } from './server-presets'

/** How a server takes texts to embed. */
export interface EmbeddingWays {
  readonly maxBatchTexts: number
  readonly maxBatchCharacters: number
  readonly encodingFormat: 'base64' | 'float'
}

/** OpenAI takes 2,048 texts and 300,000 tokens at once; a token is seldom shorter than a character. */
const COMMON: EmbeddingWays = { maxBatchTexts: 2048, maxBatchCharacters: 300_000, encodingFormat: 'float' }

const WAYS: Partial<Readonly<Record<OpenAiPreset, Partial<EmbeddingWays>>>> = {
  openai: { encodingFormat: 'base64' },
  azure: { encodingFormat: 'base64' },
  // https://help.aliyun.com/zh/model-studio/text-embedding-synchronous-api: text-embedding-v3 and -v4 take 10 texts.
  dashscope: { maxBatchTexts: 10 },
  // The API refuses requests of more than 16,384 tokens.
  mistral: { maxBatchTexts: 128, maxBatchCharacters: 16_000 },
}

/** The ways of a server: those of its preset, or of what its address suggests, over the common ones. */
export function embeddingWays(preset: OpenAiPreset | undefined, baseUrl: string | undefined): EmbeddingWays {
  const traits = serverTraits(preset, baseUrl)
  const name = preset ?? OPENAI_PRESETS.find((known) => SERVER_PRESETS[known] === traits)
  return { ...COMMON, ...(name === undefined ? {} : WAYS[name]) }
}
