import { ConfigurationProperties } from '@vernal/container'
import { z } from 'zod'
import { AiSdkProperties, EMBEDDING_SHAPE, OpenAiProperties } from './model-properties'

const { embedding: _ofTheShared, ...connection } = OpenAiProperties.schema.shape

const namedModel = z.object({
  ...connection,
  provider: z.enum(['openai', 'ai-sdk', 'offline']).default('openai').describe('Who makes the model.'),
  kind: z.enum(['chat', 'embedding']).default('chat').describe('Whether the model answers or embeds.'),
  model: z
    .string()
    .optional()
    .describe('The name of the model; with ai-sdk the package and the model. Default: that of vernal.ai.openai.'),
  primary: z.boolean().default(false).describe('Whether the model answers where no name is said.'),
  fallback: z.array(z.string()).default([]).describe('Models that are asked, in order, when this one fails.'),
  settings: AiSdkProperties.schema.shape.settings,
  ...EMBEDDING_SHAPE,
})

/** What is configured for one model of `vernal.ai.models`. */
export type NamedModelProperties = z.output<typeof namedModel>

/** `vernal.ai.models`: several models, each under its name. */
export class NamedModelsProperties extends ConfigurationProperties(
  'vernal.ai.models',
  z.object({}).catchall(namedModel),
) {}

/** The models of one kind, by name. */
export const modelsOfKind = (
  properties: NamedModelsProperties,
  kind: NamedModelProperties['kind'],
): ReadonlyMap<string, NamedModelProperties> =>
  new Map(
    Object.entries(properties as Readonly<Record<string, NamedModelProperties>>).filter(
      ([, model]) => model.kind === kind,
    ),
  )
