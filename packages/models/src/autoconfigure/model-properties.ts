import { ConfigurationProperties, duration, secret } from '@vernal/container'
import { z } from 'zod'
import { OPENAI_PRESETS } from '../openai/server-presets'

/** `vernal.ai.model`: which model answers. */
export class ModelProperties extends ConfigurationProperties(
  'vernal.ai.model',
  z.object({
    chat: z
      .enum(['openai', 'ai-sdk', 'offline', 'none'])
      .optional()
      .describe('The chat model. Default: openai when a key or an address of it is configured, else offline.'),
  }),
) {}

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
    maxRetries: z.int().min(0).default(2).describe('Further attempts after a failure that may pass.'),
  }),
) {}
