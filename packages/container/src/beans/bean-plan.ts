import {
  beanAmbiguous,
  beanCycle,
  beanMissing,
  dependsOnUnknown,
  parameterTypeUnusable,
  scopeTooShort,
  severalProblems,
  type SkippedDeclaration,
} from '../failures/bean-errors'
import type { ContainerError } from '../failures/container-error'
import { type BeanDefinition, beanLabel } from './bean-definition'
import type { BeanRegistry } from './bean-registry'
import { arePrimary, chooseBean, inOrder, qualified } from './candidate-choice'
import {
  BUILT_IN,
  CIRCULAR_IMPORT,
  describePoint,
  type InjectionPoint,
  pointName,
  unusableType,
} from './injection-point'
import { nearest } from './nearest'
import { describeToken, isClass, type Token } from './token'

/** What one injection point receives. */
export type Supply =
  | { readonly kind: 'one'; readonly definition: BeanDefinition }
  | { readonly kind: 'lazy'; readonly definition: BeanDefinition }
  | { readonly kind: 'all'; readonly definitions: readonly BeanDefinition[] }
  | { readonly kind: 'map'; readonly definitions: readonly BeanDefinition[] }
  | { readonly kind: 'provider'; readonly token: Token; readonly qualifier: string | undefined }
  | { readonly kind: 'value'; readonly value: unknown }

/** What the plan asks of the rest of the application. */
export interface PlanContext {
  /** Declarations that would have answered to a token, had their conditions matched. */
  skipped(token: Token): readonly SkippedDeclaration[]
  /** Resolves and converts the text of an `@Value`. */
  value(point: InjectionPoint): unknown
}

const NOTHING: Supply = { kind: 'value', value: undefined }
type Problem = (path: readonly string[]) => ContainerError

/** Decides, before anything is constructed, what every injection point receives and in which order beans are made. */
export class BeanPlan {
  readonly #registry: BeanRegistry
  readonly #context: PlanContext
  readonly #supplies = new Map<BeanDefinition, readonly Supply[]>()
  readonly #order: readonly BeanDefinition[]
  readonly #problems: { readonly definition: BeanDefinition; readonly describe: Problem }[] = []

  /**
   * @throws {ContainerError} with every problem found: a missing or ambiguous bean, a parameter without usable type,
   * a bean held longer than it lives, a circle
   */
  constructor(registry: BeanRegistry, context: PlanContext) {
    this.#registry = registry
    this.#context = context
    for (const definition of registry.definitions) this.#supplies.set(definition, this.#suppliesOf(definition))
    this.#refuseCaptives()
    if (this.#problems.length > 0) throw severalProblems(this.#describeProblems())
    this.#order = this.#orderOf(registry.definitions)
  }

  /** What the points of a bean receive, in their order. */
  supplies(definition: BeanDefinition): readonly Supply[] {
    return this.#supplies.get(definition) ?? []
  }

  /** The given beans and all they need, each after what it needs, else in the given order. */
  creationOrder(roots: readonly BeanDefinition[]): readonly BeanDefinition[] {
    return roots.length === this.#order.length ? this.#order : this.#orderOf(roots)
  }

  /** @throws {ContainerError} `BEAN_CYCLE` */
  #orderOf(roots: readonly BeanDefinition[]): readonly BeanDefinition[] {
    const done = new Set<BeanDefinition>()
    const path: BeanDefinition[] = []
    const open = new Set<BeanDefinition>()
    const visit = (definition: BeanDefinition): void => {
      if (done.has(definition)) return
      if (open.has(definition)) throw circle(path, definition)
      open.add(definition)
      path.push(definition)
      for (const needed of this.dependencies(definition)) visit(needed)
      path.pop()
      open.delete(definition)
      done.add(definition)
    }
    for (const root of roots) visit(root)
    return [...done]
  }

  /** The beans that have to exist before this one can be made. */
  dependencies(definition: BeanDefinition): readonly BeanDefinition[] {
    const needed: BeanDefinition[] = []
    const { maker } = definition
    const owner = maker.kind === 'method' ? this.#registry.madeFrom(maker.configuration) : undefined
    if (owner !== undefined) needed.push(owner)
    for (const supply of this.supplies(definition)) {
      if (supply.kind === 'one') needed.push(supply.definition)
      else if (supply.kind === 'all' || supply.kind === 'map') needed.push(...supply.definitions)
    }
    for (const name of definition.dependsOn) needed.push(...this.#registry.candidates(name))
    return needed
  }

  /** The beans a token stands for, after a qualifier. */
  candidates(token: Token, qualifier: string | undefined): readonly BeanDefinition[] {
    const found = this.#registry.candidates(token)
    return qualifier === undefined || typeof token === 'string' ? found : qualified(found, qualifier)
  }

  #suppliesOf(definition: BeanDefinition): readonly Supply[] {
    for (const name of definition.dependsOn) {
      if (this.#registry.find(name) !== undefined) continue
      const near = nearest(
        name,
        this.#registry.definitions.map((known) => known.name),
      )
      this.#problems.push({ definition, describe: () => dependsOnUnknown(definition.origin, name, near) })
    }
    return definition.points.map((point) => this.#supply(definition, point))
  }

  #supply(definition: BeanDefinition, point: InjectionPoint): Supply {
    if (point.want === 'value') return { kind: 'value', value: this.#context.value(point) }
    const token = point.token
    if (token === undefined) return this.#unusable(definition, point)
    if (point.want === 'provider') return { kind: 'provider', token, qualifier: point.qualifier }
    const candidates = this.candidates(token, point.qualifier)
    if (point.want === 'all') return { kind: 'all', definitions: inOrder(candidates) }
    if (point.want === 'map') return { kind: 'map', definitions: inOrder(candidates) }
    return this.#choose(definition, point, token, candidates)
  }

  #choose(
    definition: BeanDefinition,
    point: InjectionPoint,
    token: Token,
    candidates: readonly BeanDefinition[],
  ): Supply {
    const choice = chooseBean(candidates, () => pointName(point))
    if (choice.kind === 'one') return this.#one(definition, point, choice.definition)
    if (choice.kind === 'none' && point.optional) return NOTHING
    if (choice.kind === 'none') return this.#missing(definition, point, token)
    const { candidates: left } = choice
    const origins = left.map((candidate) => `"${candidate.name}" (${candidate.origin})`)
    const where = describePoint(point)
    return this.#problem(definition, (path) => beanAmbiguous(wanted(token), path, where, origins, arePrimary(left)))
  }

  #one(definition: BeanDefinition, point: InjectionPoint, chosen: BeanDefinition): Supply {
    if (point.want === 'lazy') return { kind: 'lazy', definition: chosen }
    if (chosen.scope === 'request' && definition.scope === 'singleton') {
      const parameter = describePoint(point)
      return this.#problem(definition, () => scopeTooShort(point.owner, parameter, beanLabel(chosen)))
    }
    return { kind: 'one', definition: chosen }
  }

  /** A singleton must not hold a request bean through prototypes either. */
  #refuseCaptives(): void {
    const definitions = this.#registry.definitions
    if (!definitions.some(({ scope }) => scope === 'request')) return
    const behind = (definition: BeanDefinition, seen: readonly BeanDefinition[]): BeanDefinition | undefined =>
      this.dependencies(definition)
        .filter(({ scope }) => scope !== 'singleton')
        .filter((needed) => !seen.includes(needed))
        .map((needed) => (needed.scope === 'request' ? needed : behind(needed, [...seen, needed])))
        .find((found) => found !== undefined)
    for (const definition of definitions.filter(({ scope }) => scope === 'singleton')) {
      const captive = behind(definition, [])
      if (captive === undefined) continue
      const holder = beanLabel(definition)
      this.#problem(definition, () => scopeTooShort(holder, 'what it is given', beanLabel(captive)))
    }
  }

  #missing(definition: BeanDefinition, point: InjectionPoint, token: Token): Supply {
    const qualifier = point.qualifier === undefined ? '' : ` with qualifier "${point.qualifier}"`
    if (point.emittedType === token && isBuiltIn(token)) {
      const { reason, remedy } = BUILT_IN
      return this.#problem(definition, () => parameterTypeUnusable(describePoint(point), point.owner, reason, remedy))
    }
    return this.#problem(definition, (path) =>
      beanMissing({
        wanted: `${wanted(token)}${qualifier}`,
        where: describePoint(point),
        path: [...path, describeToken(token)],
        skipped: this.#context.skipped(token),
        hints: missingHints(this.#registry, token, point.qualifier),
      }),
    )
  }

  #unusable(definition: BeanDefinition, point: InjectionPoint): Supply {
    if (point.optional) return NOTHING
    const found = unusableType(point)
    if (found === undefined) return NOTHING
    return this.#problem(definition, () => {
      const circle = point.withoutMetadata ? [] : this.#circleThrough(definition, point)
      const { reason, remedy } = circle.length > 0 ? CIRCULAR_IMPORT : found
      return parameterTypeUnusable(describePoint(point), point.owner, reason, remedy, circle)
    })
  }

  /** With a parameter that was undefined at declaration: a bean that needs this one closes the circle. */
  #circleThrough(definition: BeanDefinition, { emittedType }: InjectionPoint): readonly string[] {
    if (emittedType !== undefined && emittedType !== Object) return []
    const other = this.#registry.definitions.find((one) => this.dependencies(one).includes(definition))
    return other === undefined ? [] : [definition, other, definition].map(beanLabel)
  }

  #problem(definition: BeanDefinition, describe: Problem): Supply {
    this.#problems.push({ definition, describe })
    return NOTHING
  }

  #describeProblems(): readonly ContainerError[] {
    const dependants = this.#dependants()
    return this.#problems.map(({ definition, describe }) => describe(pathTo(definition, dependants)))
  }

  /** From a bean nobody needs down to the given one, for messages. */
  pathTo(definition: BeanDefinition): readonly string[] {
    return pathTo(definition, this.#dependants())
  }

  #dependants(): ReadonlyMap<BeanDefinition, BeanDefinition> {
    const dependants = new Map<BeanDefinition, BeanDefinition>()
    for (const definition of this.#registry.definitions) {
      for (const needed of this.dependencies(definition)) {
        if (!dependants.has(needed)) dependants.set(needed, definition)
      }
    }
    return dependants
  }
}

/** How a message asks for a token: `type ChatModel`, or `name "smtp.client"`. */
export function wanted(token: Token): string {
  return typeof token === 'string' ? `name "${token}"` : `type ${describeToken(token)}`
}

/** What may have gone wrong when nothing answers to a token. */
export function missingHints(registry: BeanRegistry, token: Token, qualifier?: string): readonly string[] {
  if (qualifier !== undefined && typeof token !== 'string' && registry.candidates(token).length > 0) {
    const qualifiers = registry.candidates(token).flatMap(({ name, qualifiers: others }) => [name, ...others])
    const known = [...new Set(qualifiers)]
    const near = nearest(qualifier, known)
    return [
      ...(near.length > 0 ? [`Did you mean ${near.map((name) => `"${name}"`).join(', ')}?`] : []),
      `Beans of this type: ${known.map((name) => `"${name}"`).join(', ')}.`,
    ]
  }
  const names = registry.definitions.map((definition) => definition.name)
  if (typeof token === 'string') {
    const near = nearest(token, names)
    return near.length > 0 ? [`Did you mean ${near.map((name) => `"${name}"`).join(', ')}?`] : []
  }
  const twin = registry.definitions.find(
    (one) => typeof one.type !== 'string' && one.type !== token && one.type.name === token.name,
  )
  return twin === undefined
    ? []
    : [`${twin.origin} has the same name but is another class: two copies of its package may be installed.`]
}

function isBuiltIn(token: Token): boolean {
  return isClass(token) && (globalThis as Record<string, unknown>)[token.name] === token
}

/** From a bean nobody needs down to the given one. */
function pathTo(
  definition: BeanDefinition,
  dependants: ReadonlyMap<BeanDefinition, BeanDefinition>,
): readonly string[] {
  const path = [definition]
  for (let at = dependants.get(definition); at !== undefined && !path.includes(at); at = dependants.get(at)) {
    path.unshift(at)
  }
  return path.map(beanLabel)
}

function circle(path: readonly BeanDefinition[], closing: BeanDefinition): ContainerError {
  const start = path.indexOf(closing)
  return beanCycle(path.slice(0, start).map(beanLabel), [...path.slice(start), closing].map(beanLabel))
}
