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

/** Names tools and lists of tools by their content. Each definition is read once: definitions do not change. */
export class DefinitionFingerprints {
  readonly #tools = new WeakMap<ToolDefinition, FingerprintedTool>()

  /** Reads what is new, in slices. */
  async of(definitions: readonly ToolDefinition[], signal?: AbortSignal): Promise<FingerprintedTools> {
    const tools: FingerprintedTool[] = []
    await eachInSlices(withDistinctNames(definitions), (definition) => tools.push(this.ofTool(definition)), signal)
    return { fingerprint: digest(joined(tools)), tools }
  }

  /** One tool. */
  ofTool(definition: ToolDefinition): FingerprintedTool {
    let tool = this.#tools.get(definition)
    if (!tool) {
      const { name, description, inputSchema } = definition
      tool = { definition, fingerprint: digest(JSON.stringify([name, description, inputSchema])) }
      this.#tools.set(definition, tool)
    }
    return tool
  }

  /** A list that was changed. Not the one that reading the list anew gives: equal lists may have several names. */
  ofChange(base: string, removed: readonly FingerprintedTool[], added: readonly FingerprintedTool[]): string {
    if (removed.length === 0 && added.length === 0) return base
    return digest(`${base} - ${joined(removed)} + ${joined(added)}`)
  }
}

const joined = (tools: readonly FingerprintedTool[]): string => tools.map(({ fingerprint }) => fingerprint).join('')

function withDistinctNames(definitions: readonly ToolDefinition[]): readonly ToolDefinition[] {
  const names = new Set(definitions.map(({ name }) => name))
  return names.size === definitions.length ? definitions : definitions.filter(({ name }) => names.delete(name))
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64')
