import { configurationMissing } from '../failures/configuration-errors'
import { Environment } from './environment'
import { resolvePlaceholders } from './placeholders'
import { profileExpression } from './profiles'
import { joinElements, type NameElement, PropertyName } from './property-name'
import type { PropertySource, PropertyValue } from './property-source'

/** The sources of an application, strongest first, read as one. */
export class LayeredEnvironment extends Environment {
  constructor(
    readonly sources: readonly PropertySource[],
    override readonly activeProfiles: readonly string[],
  ) {
    super()
  }

  /** The value of the strongest source as it was written. */
  find(name: PropertyName, sources: readonly PropertySource[] = this.sources): PropertyValue | undefined {
    for (const source of sources) {
      const found = source.find(name)
      if (found !== undefined) return found
    }
    return undefined
  }

  /** The text of a value with its placeholders replaced. */
  textOf(name: PropertyName, value: PropertyValue): string {
    if (!value.text.includes('${')) return value.text
    return resolvePlaceholders(value.text, this.#lookup, { key: shown(name), origin: value.origin })
  }

  override get(name: string): string | undefined {
    const parsed = PropertyName.parse(name)
    const value = this.find(parsed)
    return value && this.textOf(parsed, value)
  }

  override getRequired(name: string): string {
    const value = this.get(name)
    if (value === undefined) throw configurationMissing(name, PropertyName.parse(name).toEnvironmentVariable())
    return value
  }

  override resolve(text: string): string {
    return resolvePlaceholders(text, this.#lookup, { key: text, origin: 'in code' })
  }

  override originOf(name: string): string | undefined {
    return this.find(PropertyName.parse(name))?.origin
  }

  override acceptsProfiles(expression: string): boolean {
    return profileExpression(expression)((profile) => this.activeProfiles.includes(profile))
  }

  override entriesBelow(prefix: string): Readonly<Record<string, string>> {
    const entries: Record<string, string> = {}
    const visit = (name: PropertyName): void => {
      for (const element of this.children(name)) {
        const child = element.isIndexed ? name.at(element.text) : name.append(element.text)
        const value = this.find(child)
        if (value !== undefined) entries[child.toString()] = this.textOf(child, value)
        visit(child)
      }
    }
    visit(PropertyName.parse(prefix))
    return entries
  }

  /**
   * What follows a name in any source; spelled as in the strongest source that has it, unless that has only small letters
   * to spell with, as environment variables do.
   */
  children(name: PropertyName, sources: readonly PropertySource[] = this.sources): readonly NameElement[] {
    const found = new Map<string, NameElement>()
    for (const source of sources) {
      for (const element of source.children(name)) {
        const known = found.get(element.uniform)
        if (known === undefined || known.text === known.uniform) found.set(element.uniform, element)
      }
    }
    return [...found.values()]
  }

  readonly #lookup = (key: string): string | undefined => this.find(PropertyName.parse(key))?.text
}

/** A name for messages: with small words and dashes, except for an environment variable, which stays. */
export function shown(name: PropertyName): string {
  return joinElements(name.elements, ({ text }) => text)
}
