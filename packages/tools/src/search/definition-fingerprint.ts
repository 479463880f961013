import { createHash } from 'node:crypto'
import type { ToolDefinition } from '../definition/tool-definition'
import { eachInSlices } from './slices'

/** Tools with the fingerprints of their content, and one for all of them. */
export interface FingerprintedTools {
  /** Equal for equal tools in the same order. */
  readonly fingerprint: string
  /** Each tool once; of those with one name the first. */
  readonly tools: readonly FingerprintedTool[]
}

/** A definition and its fingerprint, which is equal for the same name, description and schema. */
export interface FingerprintedTool {
  readonly definition: ToolDefinition
  readonly fingerprint: string
}

/** Names tools and lists of tools by their content. Each object is read once: definitions do not change. */
export class DefinitionFingerprints {
  readonly #tools = new WeakMap<ToolDefinition, FingerprintedTool>()
  readonly #lists = new WeakMap<readonly ToolDefinition[], FingerprintedTools>()

  /** Reads what is new, in slices. */
  async of(definitions: readonly ToolDefinition[], signal?: AbortSignal): Promise<FingerprintedTools> {
    return this.#lists.get(definitions) ?? (await this.#read(definitions, signal))
  }

  async #read(definitions: readonly ToolDefinition[], signal?: AbortSignal): Promise<FingerprintedTools> {
    const tools: FingerprintedTool[] = []
    await eachInSlices(withDistinctNames(definitions), (definition) => tools.push(this.#tool(definition)), signal)
    const read = { fingerprint: digest(tools.map(({ fingerprint }) => fingerprint).join('')), tools }
    // A list that can still change is read again.
    if (Object.isFrozen(definitions)) this.#lists.set(definitions, read)
    return read
  }

  #tool(definition: ToolDefinition): FingerprintedTool {
    let tool = this.#tools.get(definition)
    if (!tool) {
      const { name, description, inputSchema } = definition
      tool = { definition, fingerprint: digest(JSON.stringify([name, description, inputSchema])) }
      this.#tools.set(definition, tool)
    }
    return tool
  }
}

function withDistinctNames(definitions: readonly ToolDefinition[]): readonly ToolDefinition[] {
  const names = new Set(definitions.map(({ name }) => name))
  return names.size === definitions.length ? definitions : definitions.filter(({ name }) => names.delete(name))
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64')
