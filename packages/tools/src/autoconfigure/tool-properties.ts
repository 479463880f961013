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
        workerThreads: z
          .int()
          .min(0)
          .default(0)
          .describe(
            'How many threads run the tools made by workerTool, which otherwise run in this thread. Needs the package piscina.',
          ),
        retry: z
          .object({
            maxAttempts: z
              .int()
              .min(1)
              .default(1)
              .describe('How often a tool that is declared idempotent is tried in all, unless it says otherwise.'),
            backoff: duration().default(100).describe('The first pause before it is tried again; then twice as long.'),
            maxBackoff: duration().default(5000).describe('The longest pause.'),
          })
          .prefault({}),
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
        unknown: z
          .enum(['refuse', 'drop'])
          .default('refuse')
          .describe('What happens to arguments that no parameter knows: the call is refused, or goes on without them.'),
      })
      .prefault({}),
    results: z
      .object({
        maxChars: z.int().min(100).default(100_000).describe('Longer results lose their middle, in characters.'),
      })
      .prefault({}),
    policies: z
      .array(
        z.strictObject({
          tools: z.array(z.string().min(1)).min(1).describe('The tools it is about: names, with * for any characters.'),
          access: z
            .enum(['allow', 'deny'])
            .optional()
            .describe(
              'Whether the tools may be used at all; of several policies about a tool the last that says it decides.',
            ),
          roles: z.array(z.string().min(1)).min(1).optional().describe('The caller must have one of these roles.'),
          arguments: z
            .record(z.string(), z.record(z.string(), z.unknown()))
            .optional()
            .describe('JSON Schemas that arguments must fit, by their names; an argument named here must be given.'),
          approval: z.literal('required').optional().describe('Somebody has to consent to each call.'),
          rate: z
            .strictObject({
              calls: z.int().min(1).describe('How many calls.'),
              per: duration().describe('In which time.'),
            })
            .optional()
            .describe('How often each caller may call each of the tools.'),
          shadow: z
            .boolean()
            .default(false)
            .describe(
              'Whether what this policy would deny or hold back is only written to the log, and the call passes.',
            ),
        }),
      )
      .default([])
      .describe('Who may use which tools, beside what the tools say of themselves; all must agree.'),
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
