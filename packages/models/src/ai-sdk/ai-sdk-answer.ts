import { assistantMessage, type FinishReason, type Generation, type Message, type Usage } from '@vernal/chat'
import type { ToolCall } from '@vernal/tools'
import { CallIds } from '../call-ids'
import { isWireObject, wireNumber, wireObject, wireText, type WireObject } from '../wire-value'
import { withKeptParts, type ReasoningPart } from './kept-parts'

/** The parts of an answer, collected from its content or from the pieces of a stream. */
export class AiSdkAnswer {
  readonly #ids: CallIds
  readonly #text: string[] = []
  readonly #toolCalls: ToolCall[] = []
  readonly #reasoning = new Map<string, { text: string; metadata: WireObject | undefined }>()
  readonly #callMetadata: Record<string, WireObject> = {}

  /** @param messages the conversation so far */
  constructor(messages: readonly Message[]) {
    this.#ids = new CallIds(messages)
  }

  addText(text: string): void {
    this.#text.push(text)
  }

  /** Adds to the piece of reasoning with this id; what the provider attached last holds. */
  addReasoning(id: string, text: string, providerMetadata: unknown): void {
    const known = this.#reasoning.get(id)
    const metadata = isWireObject(providerMetadata) ? providerMetadata : known?.metadata
    this.#reasoning.set(id, { text: (known?.text ?? '') + text, metadata })
  }

  /** Takes a whole call. Those the provider ran itself are none of ours. */
  addCall(part: WireObject): void {
    if (part.providerExecuted === true) return
    const id = this.#ids.claim(wireText(part.toolCallId))
    const written = part.input ?? part.args
    const text = typeof written === 'string' ? written : JSON.stringify(written ?? {})
    this.#toolCalls.push({ id, name: wireText(part.toolName) ?? '', arguments: text })
    if (isWireObject(part.providerMetadata)) this.#callMetadata[id] = part.providerMetadata
  }

  /** The answer, with or without its words: in a stream they were handed out already. */
  generation(finishReason: unknown, withWords: boolean): Generation {
    const raw = rawFinishReason(finishReason)
    const reasoning = [...this.#reasoning.values()].map(reasoningPart)
    const message = withKeptParts(assistantMessage(withWords ? this.#text.join('') : '', this.#toolCalls), {
      ...(reasoning.length > 0 ? { reasoning } : {}),
      ...(Object.keys(this.#callMetadata).length > 0 ? { calls: this.#callMetadata } : {}),
    })
    const shown = withWords ? reasoning.map((part) => part.text).join('') : ''
    return {
      message,
      finishReason: unifiedFinishReason(finishReason, this.#toolCalls.length > 0),
      ...(raw === undefined ? {} : { rawFinishReason: raw }),
      ...(shown === '' ? {} : { reasoning: shown }),
    }
  }
}

const reasoningPart = ({ text, metadata }: { text: string; metadata: WireObject | undefined }): ReasoningPart =>
  metadata ? { text, providerOptions: metadata } : { text }

const KNOWN: ReadonlySet<unknown> = new Set(['stop', 'length', 'tool-calls', 'content-filter'])

/** v2 has a word, later versions a word of theirs beside the provider's. */
function unifiedFinishReason(reason: unknown, hasCalls: boolean): FinishReason {
  const word = isWireObject(reason) ? reason.unified : reason
  const known = KNOWN.has(word) ? (word as FinishReason) : 'other'
  return hasCalls && known !== 'length' ? 'tool-calls' : known === 'tool-calls' ? 'stop' : known
}

const rawFinishReason = (reason: unknown): string | undefined =>
  isWireObject(reason) ? (wireText(reason.raw) ?? wireText(reason.unified)) : wireText(reason)

/** Token counts: plain numbers in v2, objects with their parts later. */
export function aiSdkUsage(usage: unknown): Usage | undefined {
  if (!isWireObject(usage)) return undefined
  const input = wireObject(usage.inputTokens)
  const output = wireObject(usage.outputTokens)
  const promptTokens = wireNumber(usage.inputTokens) ?? wireNumber(input.total) ?? 0
  const completionTokens = wireNumber(usage.outputTokens) ?? wireNumber(output.total) ?? 0
  const cacheReadTokens = wireNumber(usage.cachedInputTokens) ?? wireNumber(input.cacheRead)
  const cacheWriteTokens = wireNumber(input.cacheWrite)
  const reasoningTokens = wireNumber(usage.reasoningTokens) ?? wireNumber(output.reasoning)
  return {
    promptTokens,
    completionTokens,
    totalTokens: wireNumber(usage.totalTokens) ?? promptTokens + completionTokens,
    ...(cacheReadTokens === undefined ? {} : { cacheReadTokens }),
    ...(cacheWriteTokens === undefined ? {} : { cacheWriteTokens }),
    ...(reasoningTokens === undefined ? {} : { reasoningTokens }),
  }
}
