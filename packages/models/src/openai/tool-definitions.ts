import type { JsonSchema, SchemaDialect, ToolDefinition, ToolSet } from '@vernal/tools'
import { strictParameters, type StrictMode } from './strict-schema'

/** In which form tools are offered: strict where that can be, else in the dialect of the server. */
export interface ToolForm {
  readonly strict: StrictMode
  readonly dialect: SchemaDialect
  /** Told of each tool that cannot be strict, once, with the place in its schema and the reason. */
  readonly onToolNotStrict?: ((tool: string, reason: string) => void) | undefined
}

/** Tools whose reason was told; a limit, since names of tools may be made for each request. */
const MOST_TOLD = 1000

/** Writes the definitions of tools as JSON text, in the form of a server. */
export class ToolDefinitionWriter {
  readonly #form: ToolForm
  readonly #told = new Set<string>()

  constructor(form: ToolForm) {
    this.#form = form
  }

  /** The `tools` of a chat completion. */
  nested(tools: ToolSet): string {
    const entries = tools.definitions.map((definition) => {
      const { name, description } = definition
      const { parameters, isStrict } = this.#parametersOf(definition)
      const said = description === '' ? {} : { description }
      return { type: 'function', function: { name, ...said, parameters, ...(isStrict ? { strict: true } : {}) } }
    })
    return JSON.stringify(entries)
  }

  /** The `tools` of a request to the Responses API. Tools are flat there, and `strict` is a required key. */
  flat(tools: ToolSet): string {
    const entries = tools.definitions.map((definition) => {
      const { name, description } = definition
      const { parameters, isStrict } = this.#parametersOf(definition)
      return { type: 'function', name, description, parameters: parameters ?? null, strict: isStrict }
    })
    return JSON.stringify(entries)
  }

  #parametersOf({ name, inputSchema }: ToolDefinition): { parameters: JsonSchema | undefined; isStrict: boolean } {
    const { strict, dialect } = this.#form
    const made = strict === 'off' ? undefined : strictParameters(inputSchema, strict)
    if (made && 'parameters' in made) return { parameters: made.parameters, isStrict: true }
    if (made) this.#tell(name, made.reason)
    return { parameters: dialect.convert(inputSchema), isStrict: false }
  }

  #tell(tool: string, reason: string): void {
    if (this.#told.has(tool) || this.#told.size >= MOST_TOLD) return
    this.#told.add(tool)
    this.#form.onToolNotStrict?.(tool, reason)
  }
}
