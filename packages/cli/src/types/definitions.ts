import type ts from 'typescript'
import type { Schema } from './reading'

interface Definition {
  readonly name: string
  uses: number
  schema: Schema
}

/** The types of one tool that are used in more than one place, or within themselves: they stand at the root of its schema. */
export class Definitions {
  readonly #byType = new Map<ts.Type, Definition>()
  readonly #byName = new Map<string, Definition>()

  /** A reference to the schema of a type, which is built when it is met for the first time. */
  refTo(type: ts.Type, name: string, build: () => Schema): Schema {
    const known = this.#byType.get(type)
    if (known !== undefined) {
      known.uses++
      return refTo(known.name)
    }
    const definition: Definition = { name: this.#freeName(name), uses: 1, schema: {} }
    this.#byType.set(type, definition)
    this.#byName.set(definition.name, definition)
    definition.schema = build()
    return refTo(definition.name)
  }

  /** The schema with its `$defs`; what is used only once stands where it is used. */
  complete(schema: Schema): Schema {
    const root = this.#inlined(schema) as Schema
    const shared = [...this.#byName.values()].filter(({ uses }) => uses > 1)
    if (shared.length === 0) return root
    return { ...root, $defs: Object.fromEntries(shared.map((each) => [each.name, this.#inlined(each.schema)])) }
  }

  #inlined(part: unknown): unknown {
    if (Array.isArray(part)) return part.map((item) => this.#inlined(item))
    if (typeof part !== 'object' || part === null) return part
    const { $ref, ...others } = part as Schema
    const definition = typeof $ref === 'string' ? this.#byName.get($ref.replace('#/$defs/', '')) : undefined
    if (definition?.uses === 1) return this.#inlined({ ...definition.schema, ...others })
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, this.#inlined(value)]))
  }

  #freeName(name: string): string {
    const plain = name.replace(/[^A-Za-z0-9_]+/g, '_').replace(/^_+|_+$/g, '') || 'Type'
    let free = plain
    for (let count = 2; this.#byName.has(free); count++) free = `${plain}_${count}`
    return free
  }
}

const refTo = (name: string): Schema => ({ $ref: `#/$defs/${name}` })
