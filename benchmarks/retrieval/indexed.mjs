// Adapts an index of @vernal/tools to eval.mjs: build(tools) -> search(query, k) -> names.
export const buildWith = async (index, tools) => {
  const definitions = tools.map(({ name, description, parameters }) => ({
    name,
    description: typeof description === 'string' ? description : '',
    inputSchema: parameters ?? { type: 'object', properties: {} },
  }))
  const indexed = await index.open(Object.freeze(definitions))
  const search = async (query, limit) => {
    const hits = await indexed.search(String(query ?? ''), { limit })
    return hits.map((hit) => hit.definition.name)
  }
  return Object.assign(search, { close: () => indexed.close() })
}
