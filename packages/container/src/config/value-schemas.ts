import { z } from 'zod'

const SECRET = Symbol.for('vernal.secret')

/**
 * Marks a schema of a properties class: its value never appears in messages, reports or logs.
 *
 * `apiKey: secret(z.string()).optional()`
 */
export function secret<S extends z.ZodType>(schema: S): S {
  return schema.clone({ ...schema._zod.def, [SECRET]: true } as S['_zod']['def'])
}

/** True for a schema marked with {@link secret}. */
export function isSecret(schema: z.core.$ZodType): boolean {
  return (schema._zod.def as { [SECRET]?: boolean })[SECRET] === true
}

/** What `duration()` makes: milliseconds from text or a number. */
export type DurationSchema = z.ZodPipe<
  z.ZodUnion<readonly [z.ZodNumber, z.ZodString]>,
  z.ZodTransform<number, number | string>
>

const DURATION_UNITS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
}
const SIMPLE_DURATION = /^([+-]?\d+)\s*([a-zA-Z]{0,2})$/
const ISO_DURATION = /^([+-])?P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/i

/**
 * A length of time in milliseconds. Takes `500ms`, `30s`, `5m`, `2h`, `1d`, ISO text like `PT30S`, or a plain number.
 *
 * @param unit what a number without unit means; default milliseconds
 */
export function duration(unit: 'ms' | 's' | 'm' | 'h' | 'd' = 'ms'): DurationSchema {
  const parsed = z.union([z.number(), z.string()]).transform((value, context) => {
    const milliseconds = parseDuration(String(value).trim(), unit)
    if (milliseconds !== undefined) return milliseconds
    context.addIssue(
      `"${value}" is not a duration; write a whole number with ns, us, ms, s, m, h or d, or ISO text like PT30S`,
    )
    return z.NEVER
  })
  return described(parsed, 'duration')
}

function parseDuration(text: string, defaultUnit: string): number | undefined {
  const simple = SIMPLE_DURATION.exec(text)
  if (simple !== null) {
    const unit = DURATION_UNITS[simple[2] === '' ? defaultUnit : (simple[2] as string).toLowerCase()]
    return unit === undefined ? undefined : Number(simple[1]) * unit
  }
  const iso = ISO_DURATION.exec(text)
  if (iso === null || /[PT]$/i.test(text)) return undefined
  const [, sign, days = 0, hours = 0, minutes = 0, seconds = 0] = iso
  const total = Number(days) * 86_400 + Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return Math.round(total * 1000) * (sign === '-' ? -1 : 1)
}

/** What `dataSize()` makes: bytes from text or a number. */
export type DataSizeSchema = DurationSchema

/** Names what is written, for the JSON Schema of the configuration. */
const described = (schema: DurationSchema, title: string): DurationSchema => schema.meta({ title })

const SIZE_UNITS: Readonly<Record<string, number>> = { '': 1, B: 1, KB: 2 ** 10, MB: 2 ** 20, GB: 2 ** 30, TB: 2 ** 40 }
const SIZE = /^(\d+)\s*([A-Za-z]*)$/

/** An amount of data in bytes. Takes `10MB`, `512KB`, or a plain number; units are powers of 1,024 and in capitals. */
export function dataSize(): DataSizeSchema {
  const parsed = z.union([z.number(), z.string()]).transform((value, context) => {
    const [, amount, unit = ''] = SIZE.exec(String(value).trim()) ?? []
    const factor = SIZE_UNITS[unit]
    if (amount !== undefined && factor !== undefined) return Number(amount) * factor
    context.addIssue(`"${value}" is not a size; write a whole number with B, KB, MB, GB or TB`)
    return z.NEVER
  })
  return described(parsed, 'size')
}

/** A value as it is best written for a schema with the title `duration` or `size`; undefined for others. */
export function writtenAs(title: string, value: unknown): string | undefined {
  const units = { duration: DURATION_UNITS, size: SIZE_UNITS }[title]
  if (units === undefined || typeof value !== 'number') return undefined
  const [unit = '', factor = 1] =
    Object.entries(units).findLast(([, each]) => value >= each && value % each === 0) ?? []
  return `${value / factor}${unit}`
}
