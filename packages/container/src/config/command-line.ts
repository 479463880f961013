import { MapSource } from './map-source'
import { PropertyName } from './property-name'

/** Reads `--key=value` and `--flag` (an empty text; for yes-or-no values that means yes). Everything behind `--` is left alone. */
export function commandLineSource(args: readonly string[]): MapSource {
  const end = args.indexOf('--')
  const options = (end < 0 ? args : args.slice(0, end)).filter((arg) => /^--[A-Za-z]/.test(arg))
  const entries = options.map((option) => {
    const equals = option.indexOf('=')
    const key = equals < 0 ? option.slice(2) : option.slice(2, equals)
    const text = equals < 0 ? 'true' : option.slice(equals + 1)
    return { name: PropertyName.parse(key), value: { text, typed: text, origin: `command line --${key}` } }
  })
  return new MapSource('command line', entries)
}
