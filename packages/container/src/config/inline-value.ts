import { inlineValueInvalid } from '../failures/configuration-errors'
import { toBoolean, toList, toNumber } from './conversion'

/**
 * Converts the text of an `@Value` to the type of its parameter.
 *
 * @throws {ContainerError} `CONFIGURATION_INVALID` when it does not fit
 */
export function inlineValue(text: string, type: unknown, owner: string, expression: string): unknown {
  if (type === Array) return toList(text)
  if (type !== Number && type !== Boolean) return text
  const converted = type === Number ? toNumber(text) : toBoolean(text)
  if (converted !== undefined) return converted
  const reason = type === Number ? 'a number is expected here' : 'true or false is expected here'
  throw inlineValueInvalid(owner, expression, text, reason)
}
