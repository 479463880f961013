import type { ToolCall } from '@vernal/tools'
import { assistantMessage, type AssistantMessage } from '../messages/message'
import type { Usage } from '../messages/usage'
import type { ChatResponse, ChatResponseMetadata, Generation } from './chat-response'

/**
 * Puts the chunks of one streamed answer together, once.
 *
 * Text and reasoning are joined, tool calls are appended in order, and of everything else the last value said is kept.
 * Only the first generation of a chunk counts. The result has exactly one generation.
 */
export class ResponseAggregator {
  readonly #text: string[] = []
  readonly #reasoning: string[] = []
  readonly #toolCalls: ToolCall[] = []
  #generation: Omit<Generation, 'message'> = {}
  #messageMetadata: Readonly<Record<string, unknown>> | undefined
  #metadata: ChatResponseMetadata = {}
  #lastMetadata: ChatResponseMetadata | undefined

  /** Takes the next chunk. */
  add(chunk: ChatResponse): void {
    const generation = chunk.generations[0]
    if (generation) this.#addGeneration(generation)
    // Most chunks of a stream share one object.
    if (chunk.metadata !== this.#lastMetadata) this.#metadata = mergeMetadata(this.#metadata, chunk.metadata)
    this.#lastMetadata = chunk.metadata
  }

  /** The whole answer of the chunks so far. */
  result(): ChatResponse {
    const message = assistantMessage(this.#text.join(''), this.#toolCalls)
    const whole: AssistantMessage = this.#messageMetadata ? { ...message, metadata: this.#messageMetadata } : message
    const reasoning = this.#reasoning.length > 0 ? { reasoning: this.#reasoning.join('') } : {}
    return { generations: [{ ...this.#generation, ...reasoning, message: whole }], metadata: this.#metadata }
  }

  #addGeneration(generation: Generation): void {
    const { message, reasoning } = generation
    if (reasoning) this.#reasoning.push(reasoning)
    if (message.content !== '') this.#text.push(message.content)
    if (message.toolCalls) this.#toolCalls.push(...message.toolCalls)
    if (message.metadata) this.#messageMetadata = { ...this.#messageMetadata, ...message.metadata }
    if (saysMore(generation)) this.#addRest(generation)
  }

  #addRest({ message: _message, reasoning: _reasoning, ...rest }: Generation): void {
    this.#generation = { ...this.#generation, ...rest }
  }
}

/** Only the last chunk of a stream does, as a rule. */
function saysMore(generation: Generation): boolean {
  for (const field in generation) if (field !== 'message' && field !== 'reasoning') return true
  return false
}

function mergeMetadata(earlier: ChatResponseMetadata, later: ChatResponseMetadata): ChatResponseMetadata {
  const usage = mergeUsage(earlier.usage, later.usage)
  const extra = earlier.extra && later.extra ? { ...earlier.extra, ...later.extra } : (later.extra ?? earlier.extra)
  return {
    ...earlier,
    ...(later.id ? { id: later.id } : {}),
    ...(later.model ? { model: later.model } : {}),
    ...(usage ? { usage } : {}),
    ...(extra ? { extra } : {}),
  }
}

/** Providers repeat or refine the counts of one answer over its chunks, so the last one that counts anything holds. */
function mergeUsage(earlier: Usage | undefined, later: Usage | undefined): Usage | undefined {
  if (!earlier || !later) return later ?? earlier
  return {
    ...earlier,
    ...later,
    promptTokens: later.promptTokens || earlier.promptTokens,
    completionTokens: later.completionTokens || earlier.completionTokens,
    totalTokens: later.totalTokens || earlier.totalTokens,
  }
}
