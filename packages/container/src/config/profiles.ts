import { profileInvalid } from '../failures/configuration-errors'

type Test = (isActive: (profile: string) => boolean) => boolean

/** Levels of `!` and parentheses an expression may have. */
const MAX_DEPTH = 100

const TOKEN = /\s*([()!&|]|[^\s()!&|]+)/y

/**
 * Reads an expression of profiles: names with `!`, `&`, `|` and parentheses.
 *
 * @throws {ContainerError} `PROFILE_INVALID` for one that cannot be read, or mixes `&` and `|` without parentheses
 */
export function profileExpression(text: string): Test {
  const tokens = tokenise(text)
  let at = 0
  let depth = 0
  const malformed = (reason: string) =>
    profileInvalid(
      `The profile expression "${shortened(text)}" is malformed: ${reason}.`,
      'Write names with !, & or |, and parentheses where & and | meet.',
    )

  function chain(): Test {
    const parts = [single()]
    const operator = tokens[at]
    while (tokens[at] === '&' || tokens[at] === '|') {
      if (tokens[at] !== operator) throw malformed('& and | are mixed without parentheses')
      at += 1
      parts.push(single())
    }
    return operator === '&'
      ? (isActive) => parts.every((part) => part(isActive))
      : (isActive) => parts.some((part) => part(isActive))
  }

  function single(): Test {
    depth += 1
    if (depth > MAX_DEPTH) throw malformed(`it is nested more than ${MAX_DEPTH} levels deep`)
    const test = operand()
    depth -= 1
    return test
  }

  function operand(): Test {
    const token = tokens[at++]
    if (token === undefined) throw malformed('it ends too early')
    if (token === '!') {
      const negated = single()
      return (isActive) => !negated(isActive)
    }
    if (token !== '(') {
      if ('&|)'.includes(token)) throw malformed(`a profile name is missing before "${token}"`)
      return (isActive) => isActive(token)
    }
    const inner = chain()
    if (tokens[at++] !== ')') throw malformed('a parenthesis is not closed')
    return inner
  }

  const expression = chain()
  if (at < tokens.length) throw malformed(`"${tokens[at]}" is not expected here`)
  return expression
}

const shortened = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text)

function tokenise(text: string): readonly string[] {
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  for (let found = TOKEN.exec(text); found !== null; found = TOKEN.exec(text)) tokens.push(found[1] as string)
  return tokens
}

/**
 * Puts the active profiles in order: those included, those activated, each followed by the members of its group.
 * A later one is stronger.
 */
export function expandProfiles(
  included: readonly string[],
  active: readonly string[],
  groupOf: (profile: string) => readonly string[],
): readonly string[] {
  const result = new Set<string>()
  const visit = (profile: string): void => {
    if (result.has(profile)) return
    checkProfileName(profile)
    result.add(profile)
    for (const member of groupOf(profile)) visit(member)
  }
  for (const profile of [...included, ...active]) visit(profile)
  return [...result]
}

const PROFILE_NAME = /^[\p{L}\p{N}](?:[\p{L}\p{N}\-_.+@]*[\p{L}\p{N}])?$/u

function checkProfileName(profile: string): void {
  if (PROFILE_NAME.test(profile)) return
  throw profileInvalid(
    `"${profile}" is not a valid profile name.`,
    'Use letters and digits; - _ . + @ may stand between them.',
  )
}
