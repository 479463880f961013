import { createHash } from 'node:crypto'
import type { ToolDefinition } from '../definition/tool-definition'

/** Names tools and lists of tools by their content. Each object is read once: definitions do not change. */
export class DefinitionFingerprints {
  readonly #known = new WeakMap<object, string>()

  /** Equal for definitions with the same name, description and schema. */
  of(definition: ToolDefinition): string {
    return this.#remember(definition, () => {
      const { name, description, inputSchema } = definition
      return digest(JSON.stringify([name, description, inputSchema]))
    })
  }

  /** Equal for lists of equal definitions in the same order. */
  ofAll(definitions: readonly ToolDefinition[]): string {
    return this.#remember(definitions, () => digest(definitions.map((definition) => this.of(definition)).join('')))
  }

  #remember(key: object, compute: () => string): string {
    let fingerprint = this.#known.get(key)
    if (fingerprint === undefined) {
      fingerprint = compute()
      // A list that can still change is read again.
      if (!Array.isArray(key) || Object.isFrozen(key)) this.#known.set(key, fingerprint)
    }
    return fingerprint
  }
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64')
