import { isIPv4, isIPv6 } from 'node:net'
import { core } from 'zod'

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/
const TIME = /^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(z|[+-]([01]\d|2[0-3]):?[0-5]\d)$/i
const UUID = /^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
const EMAIL =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i
/** RFC 3986, and what may stand in it: no white space, no quotes or brackets, percent signs only before two digits. */
const URI_CHARACTERS = /^(?:[\w\-.~:/?#[\]@!$&'()*+,;=]|%[0-9a-f]{2})*$/i
const SCHEME = /^[a-z][a-z\d+.-]*:./i
const POINTER = /^(?:\/(?:[^~/]|~[01])*)*$/
const RELATIVE_POINTER = /^(?:0|[1-9]\d*)(?:#|(?:\/(?:[^~/]|~[01])*)*)$/
const URI_TEMPLATE = /^(?:[^\s"'<>%\\^`{|}]|%[0-9a-f]{2}|\{[^{}\s]+\})*$/i
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** A text format that is checked without a library. */
export interface TextFormat {
  readonly test: (text: string) => boolean
  /** For messages: what a right value looks like. */
  readonly example: string
}

/** The formats of draft 2020-12, and a few that tool schemas use besides. Any other word is an annotation. */
export const FORMATS: Readonly<Record<string, TextFormat>> = {
  'date-time': { test: isDateTime, example: '2031-05-06T07:08:09Z' },
  date: { test: isDate, example: '2031-05-06' },
  uuid: { test: (text) => UUID.test(text), example: '123e4567-e89b-12d3-a456-426614174000' },
  email: { test: (text) => text.length <= 320 && EMAIL.test(text), example: 'name@example.com' },
  time: { test: (text) => TIME.test(text) && isRealTime(text), example: '07:08:09Z' },
  'iso-time': { test: (text) => TIME.test(text) || TIME.test(`${text}Z`), example: '07:08:09' },
  'iso-date-time': { test: (text) => isDateTime(text) || isDateTime(`${text}Z`), example: '2031-05-06T07:08:09' },
  duration: { test: (text) => core.regexes.duration.test(text), example: 'P1DT2H' },
  uri: { test: isUri, example: 'https://example.com/path' },
  url: { test: (text) => isUri(text) && /^(https?|ftp):/i.test(text), example: 'https://example.com/path' },
  'uri-reference': { test: (text) => URI_CHARACTERS.test(text), example: '/path?query' },
  'uri-template': { test: (text) => URI_TEMPLATE.test(text), example: '/orders/{id}' },
  hostname: { test: isHostname, example: 'example.com' },
  ipv4: { test: isIPv4, example: '192.0.2.1' },
  ipv6: { test: (text) => isIPv6(text) && !text.includes('%'), example: '2001:db8::1' },
  regex: { test: isRegularExpression, example: '^a+$' },
  'json-pointer': { test: (text) => POINTER.test(text), example: '/a/0' },
  'relative-json-pointer': { test: (text) => RELATIVE_POINTER.test(text), example: '1/a' },
  byte: { test: (text) => core.regexes.base64.test(text), example: 'aGVsbG8=' },
}

function isUri(text: string): boolean {
  return SCHEME.test(text) && URI_CHARACTERS.test(text) && URL.canParse(text)
}

function isHostname(text: string): boolean {
  return text.length <= 253 && text.split('.').every((label) => /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i.test(label))
}

function isRegularExpression(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp
  } catch {
    return false
  }
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
