import {
  beanAmbiguous,
  beanCreationFailed,
  beanCycle,
  beanMissing,
  beanNotReady,
  beanOfNothing,
} from '../failures/bean-errors'
import { type BeanDefinition, beanLabel } from './bean-definition'
import { shareBeanMethods } from './bean-methods'
import type { BeanPlan, PlanContext, Supply } from './bean-plan'
import { missingHints, wanted } from './bean-plan'
import type { BeanPostProcessor } from './bean-post-processor'
import type { BeanRegistry } from './bean-registry'
import { BeanResolver } from './bean-resolver'
import { membersOf } from './bean-metadata'
import { arePrimary, chooseBean, inOrder } from './candidate-choice'
import type { InjectionPoint } from './injection-point'
import { lazyProxy } from './lazy-proxy'
import { ObjectProvider } from './object-provider'
import type { RequestScope } from './request-scope'
import { after, allSettled, forEachSettled, isPromise, type MaybePromise } from './settle'
import { type Class, isClass, type Token } from './token'

type Methods = Record<string | symbol, (...args: unknown[]) => unknown>

/** Makes the beans of one application and keeps the singletons. */
export class BeanFactory {
  readonly #registry: BeanRegistry
  readonly #plan: BeanPlan
  readonly #context: PlanContext
  readonly #requests: RequestScope
  readonly #resolver = new BeanResolver()
  readonly #instances = new Map<BeanDefinition, unknown>()
  readonly #pending = new Map<BeanDefinition, Promise<unknown>>()
  readonly #creating: BeanDefinition[] = []
  #before: readonly BeanPostProcessor[] = []
  #after: readonly BeanPostProcessor[] = []

  constructor(registry: BeanRegistry, plan: BeanPlan, context: PlanContext, requests: RequestScope) {
    this.#registry = registry
    this.#plan = plan
    this.#context = context
    this.#requests = requests
  }

  /** Singletons in the order they were made, post-processed. Values given from outside are not among them. */
  get made(): readonly { readonly definition: BeanDefinition; readonly instance: unknown }[] {
    const made: { definition: BeanDefinition; instance: unknown }[] = []
    for (const [definition, instance] of this.#instances) {
      if (definition.maker.kind !== 'value') made.push({ definition, instance })
    }
    return made
  }

  /** From now on every new bean passes these. */
  use(processors: readonly BeanPostProcessor[]): void {
    this.#before = processors.filter((one) => one.beforeInitialization !== undefined)
    this.#after = processors.filter((one) => one.afterInitialization !== undefined)
  }

  /** Makes the given singletons and what they need, one after the other. */
  createAll(definitions: readonly BeanDefinition[]): MaybePromise<void> {
    return forEachSettled(this.#plan.creationOrder(definitions), (definition) =>
      definition.scope === 'singleton' ? this.obtain(definition) : undefined,
    )
  }

  /** The instance of a bean; a promise when making it needs waiting. */
  obtain(definition: BeanDefinition): MaybePromise<unknown> {
    if (definition.scope === 'prototype') return this.#create(definition)
    if (definition.scope === 'request') return this.#requests.obtain(definition, () => this.#create(definition))
    if (this.#instances.has(definition)) return this.#instances.get(definition)
    return this.#pending.get(definition) ?? this.#createSingleton(definition)
  }

  /** @throws {ContainerError} `BEAN_NOT_READY` when the bean needs waiting for */
  obtainNow(definition: BeanDefinition): unknown {
    const bean = this.#resolve(definition)
    if (!isPromise(bean)) return bean
    bean.catch(() => undefined)
    throw beanNotReady(beanLabel(definition))
  }

  /** @throws {ContainerError} `BEAN_MISSING` or `BEAN_AMBIGUOUS` */
  choose(token: Token, qualifier?: string): BeanDefinition {
    const found = this.find(token, qualifier)
    if (found !== undefined) return found
    const hints = missingHints(this.#registry, token, qualifier)
    throw beanMissing({ wanted: wanted(token), where: '', path: [], skipped: this.#context.skipped(token), hints })
  }

  /** @throws {ContainerError} `BEAN_AMBIGUOUS` */
  find(token: Token, qualifier?: string): BeanDefinition | undefined {
    const choice = chooseBean(this.#plan.candidates(token, qualifier))
    if (choice.kind === 'one') return choice.definition
    if (choice.kind === 'none') return undefined
    const names = choice.candidates.map((candidate) => `"${candidate.name}" (${candidate.origin})`)
    throw beanAmbiguous(wanted(token), [], '', names, arePrimary(choice.candidates))
  }

  /** All beans of a type, in order. */
  all(token: Token, qualifier?: string): readonly unknown[] {
    return inOrder(this.#plan.candidates(token, qualifier)).map((definition) => this.obtainNow(definition))
  }

  #createSingleton(definition: BeanDefinition): MaybePromise<unknown> {
    const created = after(this.#create(definition), (instance) => {
      this.#pending.delete(definition)
      this.#instances.set(definition, instance)
      return instance
    })
    if (isPromise(created)) this.#pending.set(definition, created)
    return created
  }

  #create(definition: BeanDefinition): MaybePromise<unknown> {
    if (this.#creating.includes(definition)) {
      const loop = [...this.#creating.slice(this.#creating.indexOf(definition)), definition]
      throw beanCycle([], loop.map(beanLabel))
    }
    this.#creating.push(definition)
    try {
      const made = this.#attempt(definition, 'while it was made', () => this.#make(definition))
      return after(made, (instance) => this.#initialise(definition, this.#something(definition, instance)))
    } finally {
      this.#creating.pop()
    }
  }

  #make(definition: BeanDefinition): MaybePromise<unknown> {
    const { maker } = definition
    if (maker.kind === 'value') return maker.value
    if (maker.kind === 'supplier') return maker.supply()
    return after(allSettled(this.#plan.supplies(definition).map(this.#supply)), (args) => {
      if (maker.kind === 'function') return maker.make(args)
      if (maker.kind === 'class') return this.#construct(maker.type, definition, args)
      return this.#callBeanMethod(maker.configuration, maker.key, args)
    })
  }

  /** Nothing is no bean: whoever gets it would fail later, elsewhere. */
  #something(definition: BeanDefinition, made: unknown): unknown {
    if ((made !== undefined && made !== null) || definition.maker.kind === 'value') return made
    throw beanOfNothing(definition.origin, made, this.#plan.pathTo(definition))
  }

  #construct(type: Class, { points }: BeanDefinition, args: readonly unknown[]): object {
    // The fields stand behind the parameters.
    const hasFields = points.at(-1)?.field !== undefined
    const parameters = hasFields ? args.filter((_, at) => points[at]?.field === undefined) : args
    const bean = Reflect.construct(type, parameters) as object
    if (hasFields) fillFields(bean, points, args)
    shareBeanMethods(bean, type, this.#registry, (definition) => this.#resolve(definition))
    return bean
  }

  #callBeanMethod(configuration: Class, key: string | symbol, args: readonly unknown[]): MaybePromise<unknown> {
    return after(this.#resolve(this.#registry.madeFrom(configuration) ?? this.choose(configuration)), (owner) => {
      const method = (configuration.prototype as Methods)[key]
      return method?.apply(owner, [...args])
    })
  }

  #initialise(definition: BeanDefinition, made: unknown): MaybePromise<unknown> {
    const ready = after(this.#process(definition, made, 'beforeInitialization'), (bean) =>
      definition.maker.kind === 'value' ? bean : this.#postConstruct(definition, bean),
    )
    return after(ready, (bean) => this.#process(definition, bean, 'afterInitialization'))
  }

  #process(
    definition: BeanDefinition,
    bean: unknown,
    step: 'beforeInitialization' | 'afterInitialization',
    from = 0,
  ): MaybePromise<unknown> {
    const processor = (step === 'beforeInitialization' ? this.#before : this.#after)[from]
    if (processor === undefined) return bean
    const replaced = this.#attempt(definition, 'in a post-processor', () => processor[step]?.(bean, definition))
    return after(replaced, (other) => this.#process(definition, other ?? bean, step, from + 1))
  }

  #postConstruct(definition: BeanDefinition, bean: unknown): MaybePromise<unknown> {
    const type: unknown = typeof bean === 'object' && bean !== null ? bean.constructor : undefined
    const members = isClass(type) ? membersOf(type, 'post-construct') : []
    if (members.length === 0) return bean
    const call = () => forEachSettled(members, ({ key }) => (bean as Methods)[key]?.())
    return after(this.#attempt(definition, 'in @PostConstruct', call), () => bean)
  }

  #attempt(definition: BeanDefinition, step: string, work: () => MaybePromise<unknown>): MaybePromise<unknown> {
    const fail = (cause: unknown): never => {
      throw beanCreationFailed(definition.origin, step, this.#plan.pathTo(definition), cause)
    }
    try {
      const result = work()
      return isPromise(result) ? result.catch(fail) : result
    } catch (error) {
      return fail(error)
    }
  }

  #byName(definitions: readonly BeanDefinition[]): MaybePromise<ReadonlyMap<string, unknown>> {
    const beans = allSettled(definitions.map((definition) => this.#resolve(definition)))
    return after(beans, (instances) => new Map(definitions.map(({ name }, index) => [name, instances[index]])))
  }

  #resolve(definition: BeanDefinition): MaybePromise<unknown> {
    // What is there already needs no resolving.
    const known = this.#instances.get(definition)
    if (known !== undefined) return known
    return this.#resolver.resolve(definition.name, () => this.obtain(definition))
  }

  /** What a point receives. Beans come from tsyringe, which comes back to {@link obtain}. */
  readonly #supply = (supply: Supply): unknown => {
    if (supply.kind === 'value') return supply.value
    if (supply.kind === 'one') return this.#resolve(supply.definition)
    if (supply.kind === 'all') return allSettled(supply.definitions.map((definition) => this.#resolve(definition)))
    if (supply.kind === 'map') return this.#byName(supply.definitions)
    if (supply.kind === 'provider') return new FactoryObjectProvider(this, supply.token, supply.qualifier)
    const { type } = supply.definition
    return lazyProxy(() => this.obtainNow(supply.definition), isClass(type) ? (type.prototype as object) : null)
  }
}

function fillFields(bean: object, points: readonly InjectionPoint[], args: readonly unknown[]): void {
  for (const [at, { field }] of points.entries()) if (field !== undefined) Reflect.set(bean, field, args[at])
}

class FactoryObjectProvider extends ObjectProvider<unknown> {
  readonly #factory: BeanFactory
  readonly #token: Token
  readonly #qualifier: string | undefined

  constructor(factory: BeanFactory, token: Token, qualifier: string | undefined) {
    super()
    this.#factory = factory
    this.#token = token
    this.#qualifier = qualifier
  }

  get(): unknown {
    return this.#factory.obtainNow(this.#factory.choose(this.#token, this.#qualifier))
  }

  async getAsync(): Promise<unknown> {
    return this.#factory.obtain(this.#factory.choose(this.#token, this.#qualifier))
  }

  find(): unknown {
    const found = this.#factory.find(this.#token, this.#qualifier)
    return found === undefined ? undefined : this.#factory.obtainNow(found)
  }

  findUnique(): unknown {
    try {
      return this.find()
    } catch (error) {
      if ((error as { code?: unknown }).code === 'BEAN_AMBIGUOUS') return undefined
      throw error
    }
  }

  all(): readonly unknown[] {
    return this.#factory.all(this.#token, this.#qualifier)
  }
}
