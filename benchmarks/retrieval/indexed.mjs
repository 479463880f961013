// Adapts an index of @vernal/tools to eval.mjs: build(tools) -> search(query, k) -> names.
export const buildWith = async (index, tools) => {
  const definitions = tools.map(({ name, description, parameters }) => ({
    name,
    description: description ?? '',
    inputSchema: parameters ?? { type: 'object', properties: {} },
  }))
  const indexed = await index.open(Object.freeze(definitions))
  const search = async (query, limit) => (await indexed.search(query, { limit })).map((hit) => hit.definition.name)
  return Object.assign(search, { close: () => indexed.close() })
}
