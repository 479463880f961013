import type { BeanDefinition } from './bean-definition'

/** The outcome of choosing one bean among candidates. */
export type Choice =
  | { readonly kind: 'one'; readonly definition: BeanDefinition }
  | { readonly kind: 'none' }
  | { readonly kind: 'several'; readonly candidates: readonly BeanDefinition[] }

/**
 * Chooses the bean for an injection point: the only candidate; else the one `@Primary`; else the only one that is not
 * `@Fallback`; else the one called like the parameter.
 *
 * @param parameterName read only when the other rules did not decide
 */
export function chooseBean(
  candidates: readonly BeanDefinition[],
  parameterName: () => string | undefined = () => undefined,
): Choice {
  const [first] = candidates
  if (first === undefined) return { kind: 'none' }
  if (candidates.length === 1) return { kind: 'one', definition: first }
  const primary = candidates.filter((candidate) => candidate.primary)
  if (primary.length > 0) return only(primary) ?? { kind: 'several', candidates: primary }
  const ordinary = candidates.filter((candidate) => !candidate.fallback)
  return only(ordinary) ?? named(ordinary, parameterName()) ?? { kind: 'several', candidates }
}

/** Whether nothing decides between candidates because each of them is to be preferred. */
export const arePrimary = (candidates: readonly BeanDefinition[]): boolean => candidates.every(({ primary }) => primary)

/** The candidates with a qualifier; the name of a bean qualifies it too. */
export function qualified(candidates: readonly BeanDefinition[], qualifier: string): readonly BeanDefinition[] {
  return candidates.filter((candidate) => candidate.qualifiers.includes(qualifier) || isCalled(candidate, qualifier))
}

/** Sorted by `@Order`, lower first, those without one last; equal ones keep the order of declaration. */
export function inOrder(definitions: readonly BeanDefinition[]): readonly BeanDefinition[] {
  return [...definitions].sort((a, b) => rank(a) - rank(b))
}

function rank(definition: BeanDefinition): number {
  return definition.order ?? Number.MAX_SAFE_INTEGER
}

function only(candidates: readonly BeanDefinition[]): Choice | undefined {
  const [first, ...rest] = candidates
  return first !== undefined && rest.length === 0 ? { kind: 'one', definition: first } : undefined
}

function named(candidates: readonly BeanDefinition[], name: string | undefined): Choice | undefined {
  if (name === undefined) return undefined
  const found = candidates.find((candidate) => isCalled(candidate, name))
  return found === undefined ? undefined : { kind: 'one', definition: found }
}

function isCalled(definition: BeanDefinition, name: string): boolean {
  return definition.name === name || definition.aliases.includes(name)
}
