import { functionTool, ToolCallback } from '@vernal/tools'

/** The name under which a model finds the tool that finds tools. */
export const TOOL_SEARCH_TOOL_NAME = 'toolSearchTool'

/** The most tools one search may return. */
export const MAX_SEARCH_RESULTS = 20

/** A search as the model asked for it. */
export interface ToolSearchArguments {
  readonly query: string
  /** 1 to {@link MAX_SEARCH_RESULTS}, whatever the model said. Absent when it said nothing. */
  readonly limit?: number
  readonly category?: string
}

/** Finds names of tools, best first. */
export type ToolSearcher = (search: ToolSearchArguments, signal: AbortSignal) => Promise<readonly string[]>

/** The tool that finds tools. Its definition is the same in every turn. */
export const searchTool = (search: ToolSearcher): ToolCallback =>
  new ToolCallback({
    ...TEMPLATE,
    definition: TEMPLATE.definition,
    invoke: async (args, { signal }) => {
      const request = readArguments(args)
      const names = await search(request, signal)
      return names.length > 0 ? names : nothingFound(request.query)
    },
  })

const TEMPLATE = functionTool({
  name: TOOL_SEARCH_TOOL_NAME,
  description:
    'Finds tools for what you need to do. Returns the names of fitting tools; they are added to your tools, so that you can call them next. ' +
    'Search again with other words when none fits.',
  parameters: {
    type: 'object',
    properties: {
      query: {
        type: 'string',
        description:
          'What the tool should do, in a few words such as "convert currency", or its name. One need per search.',
      },
      maxResults: { type: 'integer', description: 'How many tools to return at most, 1 to 10. Default 5.' },
      categoryFilter: {
        type: 'string',
        description: 'Only tools with this word in their name, such as a service or a domain, if there are any.',
      },
    },
    required: ['query'],
  },
  source: 'ToolSearchToolCallingAdvisor',
  execute: () => undefined,
})

function readArguments({ query, maxResults, categoryFilter }: Readonly<Record<string, unknown>>): ToolSearchArguments {
  return {
    query: typeof query === 'string' ? query : '',
    ...(typeof maxResults === 'number' ? { limit: Math.max(1, Math.min(MAX_SEARCH_RESULTS, maxResults)) } : {}),
    ...(typeof categoryFilter === 'string' && categoryFilter.trim() ? { category: categoryFilter } : {}),
  }
}

const nothingFound = (query: string): string =>
  `No tool fits "${query.slice(0, 100)}". Search again with other or fewer words: the action and the thing it is done to, in English. ` +
  'If that finds nothing either, answer without a tool, or say that you cannot do it.'
