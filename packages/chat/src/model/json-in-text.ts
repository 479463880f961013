/** Places where JSON may begin that are tried in one text. */
const MAX_STARTS = 50

/**
 * The JSON values a text may mean, the most likely first: the whole text, what stands in code fences, what stands between
 * other words. What a model thought aloud (`<think>…</think>`) does not count. Nothing is executed.
 */
export function* jsonInText(text: string): Generator<unknown, void, undefined> {
  const said = text.replace(/^\uFEFF?\s*<think>[\s\S]*?<\/think>/, '').trim()
  for (const candidate of candidates(said)) {
    const parsed = parse(candidate)
    if (parsed) yield parsed.value
  }
}

function* candidates(text: string): Generator<string> {
  yield text
  for (const [, fenced = ''] of text.matchAll(/```[\w-]*\s*\n?([\s\S]*?)```/g)) yield fenced.trim()
  yield* embedded(text)
}

/** Balanced objects and arrays, outermost ones, from left to right. */
function* embedded(text: string): Generator<string> {
  let from = 0
  for (let tried = 0; tried < MAX_STARTS; tried++) {
    const start = from + text.slice(from).search(/[{[]/)
    if (start < from) return
    const end = endOfValue(text, start)
    if (end !== undefined) yield text.slice(start, end)
    from = end ?? start + 1
  }
}

/** Where the object or array that begins at `start` ends; undefined when it does not. Looks at each character once. */
function endOfValue(text: string, start: number): number | undefined {
  let depth = 0
  let isQuoted = false
  for (let index = start; index < text.length; index++) {
    const character = text[index]
    if (isQuoted && character === '\\') index += 1
    else if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted && (character === '{' || character === '[')) depth += 1
    else if (!isQuoted && (character === '}' || character === ']') && --depth === 0) return index + 1
  }
  return undefined
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}
