/**
 * Tests names of tools against patterns: a name matches when one of them does.
 *
 * @param patterns names, with `*` for any characters
 */
export function toolNamePattern(patterns: readonly string[]): (name: string) => boolean {
  const expressions = patterns.map(globExpression)
  return (name) => expressions.some((expression) => expression.test(name))
}

const globExpression = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .trim()
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replace(/\*+/g, '.*')}$`,
  )
