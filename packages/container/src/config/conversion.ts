const TRUE = new Set(['true', 'on', 'yes', '1'])
const FALSE = new Set(['false', 'off', 'no', '0'])
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

/** `true/on/yes/1` and `false/off/no/0` in any case; undefined for anything else. */
export function toBoolean(text: string): boolean | undefined {
  const word = text.trim().toLowerCase()
  if (TRUE.has(word)) return true
  return FALSE.has(word) ? false : undefined
}

/** A decimal number; undefined for anything else. */
export function toNumber(text: string): number | undefined {
  return NUMBER.test(text.trim()) ? Number(text) : undefined
}

/** The allowed value a text means: exact, else by letters and digits in any case. */
export function toOneOf<T extends string | number | boolean | bigint>(
  text: string,
  allowed: readonly T[],
): T | undefined {
  const plain = (value: unknown) =>
    String(value)
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '')
  return allowed.find((value) => String(value) === text) ?? allowed.find((value) => plain(value) === plain(text))
}

/** The parts of a text with commas, trimmed; none for empty text. */
export function toList(text: string): readonly string[] {
  return text.trim() === '' ? [] : text.split(',').map((part) => part.trim())
}
