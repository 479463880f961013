import { repairedJson } from './json-repair'
import { parseExactly } from '../schema/exact-json'

/** The arguments of a call, parsed, or why they cannot be. */
export type ParsedArguments =
  | {
      readonly value: unknown
      /** The text the value came from; absent when it came as an object. */ readonly text?: string
    }
  | { readonly problem: string }

/** What the arguments of a call may be: JSON text as a model writes it, or an object. */
export type ToolArguments = string | object | null | undefined

/** How arguments are parsed. */
export interface ParseOptions {
  /** Longer text is refused before it is parsed. */
  readonly maxChars: number
  /** Whether text that is nearly JSON is repaired. */
  readonly repair: boolean
}

/** What happens to arguments that no parameter knows. */
export type UnknownArguments = 'refuse' | 'drop'

/** Parses the arguments of a call. No text, `null` and blanks mean no arguments; JSON in JSON is opened once. */
export function parseArguments(args: ToolArguments, { maxChars, repair }: ParseOptions): ParsedArguments {
  if (args === undefined || args === null) return { value: {} }
  if (typeof args !== 'string') return { value: args }
  if (args.length > maxChars) return { problem: `are longer than ${maxChars} characters` }
  const text = args.trim()
  if (text === '') return { value: {} }
  const asSent = opened(text, parsed(text))
  if (!repair || 'value' in asSent) return asSent
  const repaired = repairedJson(text)
  return repaired === undefined ? asSent : parsed(repaired)
}

/** Parses once more with the digits of large integers kept. Undefined when the text is nested too deeply for that. */
export const parseExactArguments = (text: string): unknown => parseExactly(text)

function opened(text: string, outer: ParsedArguments): ParsedArguments {
  if ('problem' in outer) return outer
  if (outer.value === null) return { value: {} }
  if (typeof outer.value !== 'string') return outer
  const inner = outer.value.trim()
  if (inner === '') return { value: {} }
  const again = parsed(inner)
  return 'value' in again && typeof again.value === 'object' ? { ...again, value: again.value ?? {} } : outer
}

function parsed(text: string): ParsedArguments {
  try {
    return { value: JSON.parse(text) as unknown, text }
  } catch {
    return { problem: `are not valid JSON: ${faultOf(text)}` }
  }
}

/** The likely reason, in words of our own: parser messages differ between versions and quote the input. */
function faultOf(text: string): string {
  if (/,\s*[}\]]/.test(text)) return 'a comma stands before a closing bracket'
  if (/\}\s*\{/.test(text)) return 'there is more than one object'
  if (text.startsWith('{') && !text.endsWith('}')) return 'the text does not end with "}"; it may be cut off'
  if (/[{,]\s*'/.test(text)) return 'names and texts need double quotes'
  return 'send one JSON object'
}
