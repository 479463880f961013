import { configurationUnreadable } from '../failures/configuration-errors'
import { MapSource } from './map-source'
import { readYaml } from './yaml-document'

/**
 * The values of a variable that holds a JSON object, numbers as they are written. Nulls are left out: they never hide what a weaker source says.
 *
 * @throws {ContainerError} `CONFIGURATION_UNREADABLE` for text that is not a JSON object
 */
export function jsonVariableSource(name: string, text: string): MapSource {
  const place = `environment variable ${name}`
  const values = parse(text, place)
  if (typeof values !== 'object' || values === null || Array.isArray(values)) {
    throw unreadable(
      place,
      `is ${values === null ? 'null' : Array.isArray(values) ? 'a list' : `a ${typeof values}`}, not a JSON object.`,
    )
  }
  // JSON is yaml, too, and that reader keeps what is written: twenty digits, a zero at the end.
  const entries = readYaml(text, place).flat()
  return new MapSource(
    place,
    entries.filter(({ value }) => value.typed !== null),
  )
}

/** The variable may hold secrets, and what `JSON.parse` says repeats some of it: only the place is passed on. */
function parse(text: string, place: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const [, position] = /position (\d+)/.exec((error as Error).message) ?? []
    throw unreadable(
      place,
      `is not JSON${position === undefined ? '' : `, from character ${Number(position) + 1} on`}.`,
    )
  }
}

function unreadable(place: string, reason: string): Error {
  const action = `Write one object, names and text in double quotes: {"orders": {"page-size": 20}}. Most shells need single quotes around it.`
  return configurationUnreadable(place.replace(/^e/, 'E'), reason, action)
}
