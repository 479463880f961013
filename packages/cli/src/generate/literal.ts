const WIDTH = 100

/** Plain data as TypeScript, on one line where it fits. */
export function literal(value: unknown, level: number): string {
  const line = oneLine(value)
  if (line.length + level * 2 <= WIDTH || typeof value !== 'object' || value === null) return line
  const indent = '  '.repeat(level + 1)
  const inner = Array.isArray(value)
    ? value.map((item) => literal(item, level + 1))
    : Object.entries(value).map(([key, item]) => `${keyText(key)}: ${literal(item, level + 1)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${inner.map((item) => `${indent}${item},\n`).join('')}${'  '.repeat(level)}${close}`
}

function oneLine(value: unknown): string {
  if (typeof value === 'string') return text(value)
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).map(([key, item]) => `${keyText(key)}: ${oneLine(item)}`)
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`
}

/** `__proto__: …` would set the prototype. */
const keyText = (key: string): string =>
  /^[A-Za-z$_][\w$]*$/.test(key) ? (key === '__proto__' ? `['__proto__']` : key) : text(key)

const text = (value: string): string => {
  const json = JSON.stringify(value)
  return json.includes("'") ? json : `'${json.slice(1, -1).replaceAll('\\"', '"')}'`
}
