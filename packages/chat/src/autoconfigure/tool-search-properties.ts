import { ConfigurationProperties, duration } from '@vernal/container'
import { z } from 'zod'
import { ADVISOR_ORDER } from '../advisors/advisor'
import { CONVERSATION_ID } from '../advisors/message-chat-memory-advisor'
import { DEFAULT_MAX_SESSIONS } from '../advisors/tool-search-sessions'
import { MAX_SEARCH_RESULTS } from '../advisors/tool-search-tool'

const PREFIX = 'vernal.ai.chat.client.tool-search-advisor'

/** `vernal.ai.chat.client.tool-search-advisor`: showing a model the tools it finds instead of all there are. */
export class ToolSearchProperties extends ConfigurationProperties(
  PREFIX,
  z.object({
    enabled: z.boolean().default(false).describe('Whether tools are searched for instead of being sent all.'),
    toolIndexType: z
      .enum(['keyword', 'lucene', 'regex', 'vector', 'hybrid'])
      .default('keyword')
      .describe('How tools are found, unless there is a ToolIndex bean; lucene is another name of keyword.'),
    maxResults: z
      .int()
      .min(1)
      .max(MAX_SEARCH_RESULTS)
      .default(5)
      .describe('Tools a search returns when the model does not say how many.'),
    systemMessageSuffix: z.string().min(1).optional().describe('What the model is told about the search.'),
    referenceToolNameAccumulation: z
      .boolean()
      .default(true)
      .describe('Whether found tools stay visible, in the turn and in later turns of the session.'),
    sessionIdKeyName: z
      .string()
      .min(1)
      .default(CONVERSATION_ID)
      .describe('Where the id of the session stands in the context of a request.'),
    advisorOrder: z
      .int()
      .default(ADVISOR_ORDER.toolCalling)
      .describe('Where the advisor stands among the advisors; lower is further out.'),
    alwaysVisible: z.array(z.string()).default([]).describe('Names or globs of tools that are always sent.'),
    activateAbove: z
      .object({
        tools: z.int().min(0).optional().describe('Up to so many tools all of them are sent.'),
        tokens: z.int().min(0).optional().describe('Up to about so many tokens of definitions all tools are sent.'),
      })
      .prefault({}),
    eviction: z
      .object({
        lruMaxSessions: z.int().min(1).default(DEFAULT_MAX_SESSIONS).describe('Sessions that are kept.'),
        ttl: duration().optional().describe('How long an unused session is kept. Default: no limit.'),
      })
      .prefault({}),
    keyword: z
      .object({
        minScoreThreshold: z.number().min(0).max(1).default(0).describe('Hits below are left out; 0 to 1.'),
      })
      .prefault({}),
  }),
) {}
