import { type NameElement, PropertyName } from './property-name'
import type { PropertySource, PropertyValue } from './property-source'

interface Variable {
  readonly name: string
  readonly parts: readonly string[]
  readonly text: string
}

/**
 * Environment variables, or a `.env` file. `ORDERS_PAGE_SIZE` and `ORDERS_PAGESIZE` both set `orders.page-size`, and
 * `SERVERS_0_HOST` sets `servers[0].host`.
 */
export class EnvironmentVariableSource implements PropertySource {
  readonly isExclusive = false
  readonly #byLetters = new Map<string, Variable[]>()
  /** By all that may stand before a part: whoever asks what follows a name need not look at every variable. */
  readonly #byBeginning = new Map<string, Variable[]>()
  readonly #describe: (variable: string) => string

  constructor(
    readonly name: string,
    variables: Readonly<Record<string, string | undefined>>,
    describe: (variable: string) => string = (variable) => `environment variable ${variable}`,
  ) {
    this.#describe = describe
    for (const [variable, text] of Object.entries(variables)) {
      if (text !== undefined) this.#add(variable, text)
    }
  }

  find(name: PropertyName): PropertyValue | undefined {
    const elements = name.elements.map(letters)
    const found = this.#byLetters.get(elements.join(''))?.find(({ parts }) => partsAfter(parts, elements)?.length === 0)
    return found && { text: found.text, typed: found.text, origin: this.#describe(found.name) }
  }

  children(name: PropertyName): readonly NameElement[] {
    const elements = name.elements.map(letters)
    const found = new Map<string, NameElement>()
    for (const { parts } of this.#byBeginning.get(elements.join('')) ?? []) {
      const [next] = partsAfter(parts, elements) ?? []
      if (next === undefined) continue
      const element = (/^\d+$/.test(next) ? PropertyName.root.at(next) : PropertyName.parse(next)).elements[0]
      if (element !== undefined) found.set(element.uniform, element)
    }
    return [...found.values()]
  }

  entries(): readonly [] {
    return []
  }

  #add(name: string, text: string): void {
    const parts = name
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .filter((part) => part !== '')
    if (parts.length === 0) return
    const variable = { name, parts, text }
    let beginning = ''
    for (const part of parts) {
      append(this.#byBeginning, beginning, variable)
      beginning += part
    }
    append(this.#byLetters, beginning, variable)
  }
}

function append(variables: Map<string, Variable[]>, key: string, variable: Variable): void {
  const known = variables.get(key)
  if (known === undefined) variables.set(key, [variable])
  else known.push(variable)
}

function letters(element: NameElement): string {
  return element.isIndexed ? element.text.toLowerCase().replace(/[^a-z0-9]/g, '') : element.uniform
}

/** What is left of the parts of a variable behind the elements of a name; an element may span several parts. */
function partsAfter(parts: readonly string[], elements: readonly string[]): readonly string[] | undefined {
  let at = 0
  for (const element of elements) {
    let spelled = ''
    while (spelled.length < element.length && at < parts.length) spelled += parts[at++] ?? ''
    if (spelled !== element) return undefined
  }
  return parts.slice(at)
}
