type Fields = Readonly<Record<string, unknown>>

const MOST_TEXTS = 2048

/** What is wrong with a request for embeddings by the rules of the protocol; empty when nothing is. */
export function embeddingViolations(body: Fields): readonly string[] {
  const { model, dimensions, encoding_format: format } = body
  return [
    ...(typeof model === 'string' && model !== '' ? [] : ['model must be a non-empty string']),
    ...inputViolations(body.input),
    ...(dimensions === undefined || isCount(dimensions) ? [] : ['dimensions must be a whole number above 0']),
    ...(format === undefined || format === 'float' || format === 'base64'
      ? []
      : ['encoding_format must be float or base64']),
  ]
}

function inputViolations(input: unknown): readonly string[] {
  const texts: readonly unknown[] = Array.isArray(input) ? input : [input]
  if (texts.length === 0 || texts.length > MOST_TEXTS) return [`input must have 1 to ${MOST_TEXTS} texts`]
  return texts.flatMap((text, index) =>
    typeof text === 'string' && text !== '' ? [] : [`input[${index}] must be a non-empty text`],
  )
}

const isCount = (value: unknown): boolean => Number.isInteger(value) && (value as number) > 0
