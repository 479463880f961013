const DEEPEST = 4

/** The text of a tool result as a value: JSON when it is JSON, else the text. */
export function resultValue(content: string): unknown {
  const text = content.trim()
  if (!/^[[{"\d-]|^(true|false|null)$/.test(text)) return content
  try {
    return JSON.parse(text)
  } catch {
    return content
  }
}

/** The first plain value under a name in the results of earlier calls. Lists are searched from their first entry on. */
export function fieldInResults(name: string, results: readonly unknown[]): unknown {
  const wanted = /^(to|recipient)$/i.test(name) ? 'email' : name.toLowerCase()
  for (const result of results) {
    const found = fieldIn(result, wanted, 0)
    if (found !== undefined) return found
  }
  return undefined
}

function fieldIn(value: unknown, wanted: string, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return undefined
  const entries = Array.isArray(value) ? [] : Object.entries(value as Record<string, unknown>)
  const exact = entries.find(([name, each]) => name.toLowerCase() === wanted && isScalar(each))
  if (exact) return exact[1]
  for (const each of Object.values(value)) {
    const found = fieldIn(each, wanted, depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}

export const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
