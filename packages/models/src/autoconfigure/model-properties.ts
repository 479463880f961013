import { ConfigurationProperties, duration, secret } from '@vernal/container'
import { z } from 'zod'
import { FALLBACK_CODES } from '../fallback/model-fallback-event'
import { OPENAI_PRESETS } from '../openai/server-presets'

/** The embedding model used when none is named. */
export const DEFAULT_EMBEDDING_MODEL = 'text-embedding-3-small'

/** `vernal.ai.model`: which model answers. */
export class ModelProperties extends ConfigurationProperties(
  'vernal.ai.model',
  z.object({
    chat: z
      .enum(['openai', 'ai-sdk', 'offline', 'none'])
      .optional()
      .describe('The chat model. Default: openai when a key or an address of it is configured, else offline.'),
    embedding: z
      .enum(['openai', 'ai-sdk', 'none'])
      .default('none')
      .describe('The embedding model; it uses the server of vernal.ai.openai or vernal.ai.ai-sdk.'),
    primary: z
      .string()
      .optional()
      .describe('The model of vernal.ai.models that answers where no name is said. Default: the only one there is.'),
    fallback: z
      .array(z.string())
      .default([])
      .describe('Models of vernal.ai.models that are asked, in order, when the first one fails.'),
    fallbackOn: z
      .array(z.string())
      .default([...FALLBACK_CODES])
      .describe('Codes of the errors after which the next model is asked.'),
    circuitBreaker: z
      .object({
        enabled: z.boolean().default(false).describe('Whether a model that keeps failing rests; needs cockatiel.'),
        failures: z.int().min(1).default(5).describe('Failures in a row after which a model is not asked any more.'),
        rest: duration().default(30_000).describe('After how long it is tried again.'),
      })
      .prefault({}),
    cassette: z
      .object({
        path: z.string().min(1).optional().describe('The file; YAML, or JSON when it ends in .json.'),
        mode: z
          .enum(['auto', 'once', 'record', 'replay', 'off'])
          .default('auto')
          .describe(
            'Whether answers of models are recorded or replayed, once there is a path. In CI auto and once replay.',
          ),
        redact: z
          .object({
            secrets: z.boolean().default(true).describe('Whether keys and tokens are replaced.'),
            emails: z.boolean().default(true).describe('Whether addresses of people are replaced.'),
            patterns: z.array(z.string()).default([]).describe('Further expressions whose matches are replaced.'),
          })
          .prefault({}),
        tools: z
          .enum(['real', 'recorded'])
          .default('real')
          .describe('Whether tools run, or give what they returned when the cassette was recorded.'),
        ignoredOptions: z
          .array(z.string())
          .default([])
          .describe('Options of requests that may differ between recording and replay.'),
      })
      .prefault({}),
  }),
) {}

/** How texts are embedded, whoever does it. */
export const EMBEDDING_SHAPE = {
  dimensions: z.int().min(1).optional().describe('Dimensions that are asked for and checked.'),
  maxBatchTexts: z.int().min(1).optional().describe('Texts of one request. Default: what the server takes.'),
  maxBatchCharacters: z.int().min(1).optional().describe('Characters of one request; a longer text goes alone.'),
  maxConcurrentRequests: z.int().min(1).default(4).describe('Requests at once for one list of texts.'),
}

/** `vernal.ai.openai`: OpenAI, or a server that imitates it. */
export class OpenAiProperties extends ConfigurationProperties(
  'vernal.ai.openai',
  z.object({
    preset: z
      .enum(OPENAI_PRESETS)
      .optional()
      .describe('A well-known server: its address, its variable for the key, and its ways.'),
    api: z.enum(['chat', 'responses']).default('chat').describe('Chat completions, or the Responses API of OpenAI.'),
    apiKey: secret(z.string())
      .optional()
      .describe('The key. Default: OPENAI_API_KEY, or the variable of the preset (MISTRAL_API_KEY, …).'),
    baseUrl: z
      .string()
      .optional()
      .describe(
        'Address of the API, often ending in /v1. Default: OPENAI_BASE_URL, else that of the preset, else that of OpenAI.',
      ),
    model: z.string().optional().describe('The name of the model. Default: OPENAI_MODEL, else gpt-4.1-mini.'),
    temperature: z.number().min(0).max(2).optional().describe('How freely the model chooses its words, 0 to 2.'),
    maxTokens: z.int().min(1).optional().describe('The longest answer, in tokens.'),
    timeout: duration()
      .default(600_000)
      .describe('How long one attempt may take: a call, or the beginning of a stream.'),
    idleTimeout: duration().default(300_000).describe('The longest silence between two pieces of a stream.'),
    totalTimeout: duration()
      .optional()
      .describe(
        'How long everything may take: attempts, pauses, and a stream to its end. Default: no limit of its own.',
      ),
    maxRetries: z.int().min(0).default(2).describe('Further attempts after a failure that may pass.'),
    maxRetryDelay: duration()
      .default(60_000)
      .describe('The longest pause before a further attempt, whatever the server asks for.'),
    maxConnections: z
      .int()
      .min(1)
      .optional()
      .describe('Connections at once; further requests wait. Default: unlimited.'),
    reasoningEcho: z
      .enum(['turn', 'all', 'none'])
      .default('turn')
      .describe('Which assistant messages go back with the reasoning their provider sent.'),
    strict: z
      .enum(['auto', 'on', 'off'])
      .default('auto')
      .describe(
        'Whether the server holds the model to the schemas of tools: where their shape allows it, always, or never.',
      ),
    headers: z.record(z.string(), z.string()).default({}).describe('Sent with every request.'),
    extra: z
      .record(z.string(), z.unknown())
      .default({})
      .describe('Further fields of every request body, such as enable_thinking.'),
    embedding: z
      .object({
        model: z.string().default(DEFAULT_EMBEDDING_MODEL).describe('The name of the embedding model.'),
        ...EMBEDDING_SHAPE,
      })
      .prefault({}),
  }),
) {}

/** `vernal.ai.ai-sdk`: a model of a provider package of the AI SDK. */
export class AiSdkProperties extends ConfigurationProperties(
  'vernal.ai.ai-sdk',
  z.object({
    model: z.string().optional().describe('Package and model: @ai-sdk/anthropic:claude-sonnet-4-5.'),
    settings: secret(z.record(z.string(), z.string()))
      .default({})
      .describe('Settings of the provider, such as apiKey and baseURL. Default: its own, from its own variables.'),
    temperature: z.number().min(0).max(2).optional().describe('How freely the model chooses its words, 0 to 2.'),
    maxTokens: z.int().min(1).optional().describe('The longest answer, in tokens.'),
    timeout: duration()
      .default(600_000)
      .describe('How long one attempt may take: a call, or the beginning of a stream.'),
    idleTimeout: duration().default(300_000).describe('The longest silence between two parts of a stream.'),
    totalTimeout: duration()
      .optional()
      .describe(
        'How long everything may take: attempts, pauses, and a stream to its end. Default: no limit of its own.',
      ),
    maxRetries: z.int().min(0).default(2).describe('Further attempts after a failure that may pass.'),
    embedding: z
      .object({
        model: z.string().optional().describe('Package and embedding model: @ai-sdk/google:gemini-embedding-001.'),
        ...EMBEDDING_SHAPE,
      })
      .prefault({}),
  }),
) {}
