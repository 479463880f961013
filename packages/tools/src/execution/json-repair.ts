import { loadOptional } from '../definition/optional-package'

/**
 * Repairs text that is nearly JSON: a trailing comma, single quotes, comments, Python's `True`, a fence around it.
 * Undefined when it is cut off, when it holds more than one value, or when nothing can be made of it.
 */
export function repairedJson(text: string): string | undefined {
  if (!isWhole(text)) return undefined
  try {
    const repaired = repairLibrary()(text)
    // Of several objects the library makes a list, which no tool takes as its arguments.
    return repaired.trimStart().startsWith('{') ? repaired : undefined
  } catch {
    return undefined
  }
}

/** @throws {ToolError} `TOOL_PACKAGE_MISSING` */
export const repairLibrary = (): ((text: string) => string) =>
  loadOptional(
    'jsonrepair',
    'Repairing arguments (vernal.ai.tools.arguments.repair)',
    () => require('jsonrepair') as { jsonrepair: (text: string) => string },
  ).jsonrepair

/** Whether every bracket and every text that was opened is closed again: what is cut off is not guessed. */
function isWhole(text: string): boolean {
  let depth = 0
  let quote = ''
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? ''
    if (char === '\\') at++
    else if (quote !== '') quote = char === quote ? '' : quote
    else if (char === '"' || isOpeningQuote(text, at)) quote = char
    else if (char === '{' || char === '[') depth++
    else if (char === '}' || char === ']') depth--
  }
  return depth === 0 && quote === ''
}

/** A single quote opens a text where a name or a value begins; elsewhere it is an apostrophe. */
const isOpeningQuote = (text: string, at: number): boolean =>
  text[at] === "'" && /[{[,:]\s*$/.test(text.slice(Math.max(0, at - 20), at))
