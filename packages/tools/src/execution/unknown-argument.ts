import type { ArgumentProblem, UnknownKey } from '../schema/binding-run'
import { isPrototypeKey } from '../schema/free-value'
import { namesOf, rankedNames } from '../schema/near-names'

const MAX_NAMES = 12

/**
 * What is wrong with arguments that no parameter knows: one of the others may have been meant. Where nothing can be given nothing
 * else was meant, and some clients send something to tools without parameters.
 */
export const unknownArguments = (keys: readonly UnknownKey[]): readonly ArgumentProblem[] =>
  keys.filter(({ key, known }) => known.size > 0 || isPrototypeKey(key)).map(unknownArgument)

function unknownArgument({ path, key, known }: UnknownKey): ArgumentProblem {
  if (isPrototypeKey(key)) return { path, message: 'is a name that is not accepted' }
  const ranked = rankedNames(key.slice(0, 80), [...known.keys()])
  const [nearest] = ranked.filter(({ isNear }) => isNear)
  const hint = nearest ? `; did you mean "${nearest.name}"?` : '.'
  const shown =
    ranked.length > MAX_NAMES ? `${namesOf(ranked.slice(0, MAX_NAMES)).join(', ')}, …` : [...known.keys()].join(', ')
  return { path, message: `is not known${hint} Known here: ${shown}` }
}
