import { ConfigurationProperties, duration } from '@vernal/container'
import { z } from 'zod'

const SECONDS_30 = 30_000

/** `vernal.ai.tools`: how tools are run. */
export class ToolProperties extends ConfigurationProperties(
  'vernal.ai.tools',
  z.object({
    throwExceptionOnError: z
      .boolean()
      .default(false)
      .describe('Whether a tool that throws ends the turn. Otherwise the model reads that it failed.'),
    errors: z
      .object({
        includeMessage: z
          .boolean()
          .optional()
          .describe(
            'Whether the model reads the message of an error, or only that the tool failed. Default: true unless NODE_ENV is production.',
          ),
      })
      .prefault({}),
    execution: z
      .object({
        timeout: duration()
          .default(SECONDS_30)
          .describe('How long one call may take unless the tool says otherwise; 0 means no limit.'),
      })
      .prefault({}),
    arguments: z
      .object({
        maxChars: z.int().min(1).default(1_048_576).describe('Longer arguments are refused unparsed, in characters.'),
        repair: z
          .boolean()
          .default(false)
          .describe(
            'Whether arguments that are nearly JSON are repaired: a trailing comma, single quotes. Never when they are cut off.',
          ),
      })
      .prefault({}),
    results: z
      .object({
        maxChars: z.int().min(100).default(100_000).describe('Longer results lose their middle, in characters.'),
      })
      .prefault({}),
    approval: z
      .object({
        required: z
          .array(z.string())
          .default([])
          .describe("Tools whose every call needs somebody's consent: names, with * for any characters."),
      })
      .prefault({}),
  }),
) {}
