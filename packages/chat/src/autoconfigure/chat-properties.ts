import { ConfigurationProperties, duration } from '@vernal/container'
import { z } from 'zod'
import { ADVISOR_ORDER } from '../advisors/advisor'
import { DEFAULT_MAX_ROUNDS } from '../advisors/tool-calling-options'
import { DEFAULT_MAX_MESSAGES } from '../memory/message-window-chat-memory'
import { DEFAULT_MAX_CALLS_PER_TOOL, DEFAULT_MAX_TOTAL_TOOL_CALLS, UNLIMITED } from '../loop/tool-call-limits'

const callCount = () =>
  z.int().refine((count) => count > 0 || count === UNLIMITED, { error: 'must be greater than 0, or -1 for no limit' })

/** `vernal.ai.tools.limits`: how many tool calls one turn may have. */
export class ToolCallLimitsProperties extends ConfigurationProperties(
  'vernal.ai.tools.limits',
  z.object({
    maxCallsPerToolDefault: callCount()
      .default(DEFAULT_MAX_CALLS_PER_TOOL)
      .describe('Calls of each tool in one turn; -1 for no limit.'),
    maxCallsPerTool: z
      .record(z.string(), callCount())
      .default({})
      .describe('Calls of single tools in one turn, by tool name or with * for any characters; -1 exempts the tool.'),
    excludedTools: z
      .array(z.string())
      .default([])
      .describe(
        'Tools without a limit of their own: names, with * for any characters. Their calls count toward the total.',
      ),
    maxTotalToolCalls: callCount()
      .default(DEFAULT_MAX_TOTAL_TOOL_CALLS)
      .describe('Calls of all tools together in one turn; -1 for no limit.'),
    maxIdenticalCalls: callCount()
      .default(UNLIMITED)
      .describe('Calls of one tool with the same arguments in one turn; -1 for no limit.'),
    onLimitExceeded: z
      .enum(['THROW', 'RETURN_ERROR_RESPONSE', 'FORCE_FINAL_ANSWER'])
      .default('THROW')
      .describe(
        'What happens when a limit is passed: the turn ends, the model reads a refusal, or it answers once more without tools.',
      ),
  }),
) {}

/** `vernal.ai.tools.execution`, the part of it that concerns a round of calls. */
export class ToolRoundProperties extends ConfigurationProperties(
  'vernal.ai.tools.execution',
  z.object({
    parallel: z.boolean().default(false).describe('Whether the calls of one round may run at the same time.'),
    maxConcurrency: z.int().min(1).default(8).describe('How many of them, when they may.'),
  }),
) {}

/** `vernal.ai.chat.client`: the ChatClient and its tool loop. */
export class ChatClientProperties extends ConfigurationProperties(
  'vernal.ai.chat.client',
  z.object({
    enabled: z.boolean().default(true).describe('Whether there is a ChatClient.'),
    defaultSystem: z.string().optional().describe('Instructions of every request that has none of its own.'),
    defaultTools: z
      .array(z.string())
      .default(['none'])
      .describe('Tools of every request: all, none, or names and globs of tools in the registry.'),
    toolCalling: z
      .object({
        enabled: z.boolean().default(true).describe('Whether tool calls are executed.'),
        advisorOrder: z
          .int()
          .default(ADVISOR_ORDER.toolCalling)
          .describe('Where the tool loop stands among the advisors; lower is further out.'),
        maxRounds: z
          .int()
          .min(1)
          .default(DEFAULT_MAX_ROUNDS)
          .describe('Model calls of one turn. The last one is made with tools switched off, so that it answers.'),
        maxRefusedRounds: z
          .int()
          .min(1)
          .default(3)
          .describe('With RETURN_ERROR_RESPONSE: after so many rounds of nothing but refusals the turn ends.'),
        maxTurnTokens: z
          .int()
          .min(1)
          .optional()
          .describe('Tokens of one turn, all rounds together. Default: no limit.'),
        turnTimeout: duration().optional().describe('How long one turn may take, whatever runs. Default: no limit.'),
      })
      .prefault({}),
  }),
) {}

/** `vernal.ai.chat.memory`: remembering conversations. */
export class ChatMemoryProperties extends ConfigurationProperties(
  'vernal.ai.chat.memory',
  z.object({
    enabled: z
      .boolean()
      .default(false)
      .describe('Whether every request is remembered. Each then names its conversation; there is no default.'),
    maxMessages: z
      .int()
      .min(1)
      .default(DEFAULT_MAX_MESSAGES)
      .describe('Messages kept of each conversation, whole turns only.'),
    keepToolMessages: z
      .boolean()
      .default(false)
      .describe('Whether calls and results are remembered, besides what was asked and what was answered.'),
    advisorOrder: z
      .int()
      .default(ADVISOR_ORDER.memory)
      .describe('Where the memory stands among the advisors; lower is further out.'),
  }),
) {}
