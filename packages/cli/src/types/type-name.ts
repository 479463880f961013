import type ts from 'typescript'

/** What a type is called in `$defs`: `Page_Order` for `Page<Order>`; a type without a name is called after its place. */
export function typeName(type: ts.Type, place: string): string {
  const { aliasSymbol, aliasTypeArguments } = type
  if (aliasSymbol !== undefined) return withArguments(aliasSymbol.name, aliasTypeArguments)
  const symbol = type.symbol as ts.Symbol | undefined
  if (symbol === undefined || symbol.name.startsWith('__')) return lastPart(place)
  return withArguments(symbol.name, (type as ts.TypeReference).typeArguments)
}

function withArguments(name: string, types: readonly ts.Type[] | undefined = []): string {
  const names = types.map((type) => (type.aliasSymbol ?? (type.symbol as ts.Symbol | undefined))?.name ?? '')
  return [name, ...names.filter((each) => each !== '' && !each.startsWith('__') && each !== name)].join('_')
}

function lastPart(place: string): string {
  const word = /([A-Za-z0-9_]+)[^A-Za-z0-9_]*$/.exec(place)?.[1] ?? 'type'
  return word.charAt(0).toUpperCase() + word.slice(1)
}
