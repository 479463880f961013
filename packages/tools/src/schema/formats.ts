const DATE = /^(\d{4})-(\d{2})-(\d{2})$/
const TIME = /^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(z|[+-]([01]\d|2[0-3]):?[0-5]\d)$/i
const UUID = /^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
const EMAIL =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** A text format that is checked without a library. */
export interface TextFormat {
  readonly test: (text: string) => boolean
  /** For messages: what a right value looks like. */
  readonly example: string
}

/** The formats of tool parameters that come up daily. Every other format of draft 2020-12 is left to ajv. */
export const FORMATS: Readonly<Record<string, TextFormat>> = {
  'date-time': { test: isDateTime, example: '2031-05-06T07:08:09Z' },
  date: { test: isDate, example: '2031-05-06' },
  uuid: { test: (text) => UUID.test(text), example: '123e4567-e89b-12d3-a456-426614174000' },
  email: { test: (text) => text.length <= 320 && EMAIL.test(text), example: 'name@example.com' },
}

function isDate(text: string): boolean {
  const parts = DATE.exec(text)
  if (parts === null) return false
  const [year, month, day] = parts.slice(1).map(Number) as [number, number, number]
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return month >= 1 && month <= 12 && day >= 1 && day <= (month === 2 && leap ? 29 : (DAYS[month - 1] ?? 0))
}

function isDateTime(text: string): boolean {
  const [date, time, ...rest] = text.split(/t|\s/i)
  return (
    rest.length === 0 && date !== undefined && time !== undefined && isDate(date) && TIME.test(time) && isRealTime(time)
  )
}

/** A 60th second exists only at 23:59 UTC. */
function isRealTime(time: string): boolean {
  const parts = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:z|([+-])(\d\d):?(\d\d))$/i.exec(time)
  if (parts === null || parts[3] !== '60') return true
  const offset = (parts[4] === '-' ? 1 : -1) * (Number(parts[5] ?? 0) * 60 + Number(parts[6] ?? 0))
  const minutes = Number(parts[1]) * 60 + Number(parts[2]) + offset
  return ((minutes % 1440) + 1440) % 1440 === 1439
}
