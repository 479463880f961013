import { beanNameTaken } from '../failures/bean-errors'
import type { BeanDefinition } from './bean-definition'
import { type Class, isClass, superclasses, type Token } from './token'

/** The bean definitions of one application, found by name and by type. */
export class BeanRegistry {
  readonly #byName = new Map<string, BeanDefinition>()
  readonly #byType = new Map<Token, BeanDefinition[]>()
  readonly #definitions: BeanDefinition[] = []
  readonly #overridden = new Set<Token>()

  /** All definitions in the order they were added. */
  get definitions(): readonly BeanDefinition[] {
    return this.#definitions
  }

  /**
   * Adds a definition under its name, its aliases, its type and all superclasses of that.
   * @throws {ContainerError} `BEAN_NAME_TAKEN`
   */
  add(definition: BeanDefinition): void {
    if (this.#isOverridden(definition)) return
    const names = [definition.name, ...definition.aliases]
    for (const name of names) {
      const known = this.#byName.get(name)
      if (known !== undefined) throw beanNameTaken(name, definition.origin, known.origin)
    }
    for (const name of names) this.#byName.set(name, definition)
    for (const type of answersTo(definition)) this.#index(type, definition)
    this.#definitions.push(definition)
  }

  /** Adds a definition that stands in for all others of its type and name: those added later are left out. */
  override(definition: BeanDefinition): void {
    this.add(definition)
    // An override by name alone says nothing about types.
    if (definition.type !== Object) this.#overridden.add(definition.type)
    this.#overridden.add(definition.name)
  }

  /** The definition with this name or alias. */
  find(name: string): BeanDefinition | undefined {
    return this.#byName.get(name)
  }

  /** The definition made from exactly this class. */
  madeFrom(type: Class): BeanDefinition | undefined {
    return this.candidates(type).find(({ maker }) => maker.kind === 'class' && maker.type === type)
  }

  /** Every definition that answers to a token; for a string, the one of that name. */
  candidates(token: Token): readonly BeanDefinition[] {
    if (typeof token !== 'string') return this.#byType.get(token) ?? []
    const named = this.#byName.get(token)
    return named === undefined ? [] : [named]
  }

  #isOverridden(definition: BeanDefinition): boolean {
    if (this.#overridden.size === 0) return false
    return [definition.name, ...answersTo(definition)].some((token) => this.#overridden.has(token))
  }

  #index(type: Token, definition: BeanDefinition): void {
    const known = this.#byType.get(type)
    if (known === undefined) this.#byType.set(type, [definition])
    else if (!known.includes(definition)) known.push(definition)
  }
}

/** A bean answers to its own class, to every superclass, and to what it says it provides. */
export function answersTo({ type, provides }: Pick<BeanDefinition, 'type' | 'provides'>): readonly Token[] {
  return provides.length === 0 ? withSuperclasses(type) : [type, ...provides].flatMap(withSuperclasses)
}

const withSuperclasses = (type: Token): readonly Token[] => (isClass(type) ? superclasses(type) : [type])
