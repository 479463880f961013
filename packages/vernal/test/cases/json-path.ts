/** The values at a path like `messages[1].tool_calls[*].id` or `messages[2..4].content`; none where there is nothing. */
export function valuesAt(value: unknown, path: string): readonly unknown[] {
  const steps = path.match(/[^.[\]]+|\[[^\]]*\]/g) ?? []
  return steps.reduce<readonly unknown[]>((values, step) => values.flatMap((each) => stepInto(each, step)), [value])
}

function stepInto(value: unknown, step: string): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return []
  if (step === '[*]') return Object.values(value)
  const range = /^\[(\d+)\.\.(\d+)\]$/.exec(step)
  if (range) return Object.values(value).slice(Number(range[1]), Number(range[2]) + 1)
  const name = step.replace(/^\[|\]$/g, '')
  return Object.hasOwn(value, name) ? [(value as Record<string, unknown>)[name]] : []
}
