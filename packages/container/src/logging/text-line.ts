const LEVELS: Readonly<Record<number, string>> = {
  10: 'TRACE',
  20: 'DEBUG',
  30: 'INFO',
  40: 'WARN',
  50: 'ERROR',
  60: 'FATAL',
}

interface Line {
  readonly level: number
  readonly time: number
  readonly msg?: string
  readonly err?: { readonly stack?: string }
  readonly error?: { readonly stack?: string }
}

/** A line of JSON in the form people read: `12:30:01.250 INFO  Started orders=3`, the stack of an error below. */
export function formatLine(json: string): string {
  const { level, time, msg = '', err, error, ...fields } = JSON.parse(json) as Line
  const clock = new Date(time).toISOString().slice(11, 23)
  const pairs = Object.entries(fields).map(([key, value]) => ` ${key}=${formatValue(value)}`)
  const stack = (err ?? error)?.stack
  const below = stack === undefined ? '' : `\n  ${indented(stack)}`
  return `${clock} ${(LEVELS[level] ?? String(level)).padEnd(5)} ${indented(msg)}${pairs.join('')}${below}\n`
}

/** What steers a terminal or turns the direction of writing. */
const CONTROL = /[^\P{Cc}\t\n]|[\u2028-\u202e\u2066-\u2069]/gu

/** Only a line of the log begins at the margin, so that no text in it can pass for one. */
const indented = (text: string): string =>
  text
    .replace(CONTROL, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replaceAll('\n', '\n  ')

function formatValue(value: unknown): string {
  return typeof value === 'string' && /^[^\s"=]+$/.test(value) ? indented(value) : indented(JSON.stringify(value) ?? '')
}
