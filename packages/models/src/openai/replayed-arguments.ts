import type { ToolCall } from '@vernal/tools'
import { isWireObject } from '../wire-value'

const replayed = new WeakMap<ToolCall, string>()

/**
 * The arguments of an earlier call as they go back to a server: always the text of a JSON object.
 *
 * A text that is one already is not touched, so that long numbers keep their digits. No arguments are `{}`.
 * Text that is no JSON object goes back inside one, since servers that parse it would refuse the whole conversation.
 */
export function replayedArguments(call: ToolCall): string {
  let text = replayed.get(call)
  if (text === undefined) {
    text = asObjectText(call.arguments)
    replayed.set(call, text)
  }
  return text
}

function asObjectText(written: string): string {
  if (written.trim() === '') return '{}'
  const value = parsed(written)
  if (isWireObject(value)) return written
  if (value === null) return '{}'
  if (typeof value === 'string' && isWireObject(parsed(value))) return value
  return JSON.stringify({ malformed_arguments: written })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
