import { noResponse } from '../chat-error'
import { assistantMessage } from '../messages/message'
import type { ChatResponse, Generation } from '../model/chat-response'
import type { AdvisorNext } from './advisor'
import type { ChatClientRequest, ChatClientResponse } from './chat-client-request'
import type { ToolLoopTurn } from './tool-loop-turn'

/** Asks the model once. In a stream the text is given out as it comes; the whole answer is returned in both flavours. */
export async function* askRound(
  request: ChatClientRequest,
  turn: ToolLoopTurn,
  next: AdvisorNext,
): AsyncGenerator<ChatClientResponse, ChatResponse> {
  const { round } = turn
  const startedAt = performance.now()
  request.emit({ type: 'round-started', round })
  let complete: ChatResponse | undefined
  for await (const response of next(request)) {
    if (response.complete) complete = response.complete
    const piece = request.streaming ? spokenPiece(response) : undefined
    if (!piece) continue
    emitPiece(request, round, piece)
    yield {
      chatResponse: { generations: [piece], metadata: response.chatResponse.metadata },
      context: response.context,
    }
  }
  if (!complete) throw noResponse('an advisor inside the tool loop')
  turn.addUsage(complete.metadata.usage)
  emitRoundEnded(request, round, complete, performance.now() - startedAt)
  return complete
}

/** The part of a chunk that the caller sees: text and reasoning, without the calls and without a finish that is not the turn's. */
function spokenPiece(response: ChatClientResponse): Generation | undefined {
  const generation = response.chatResponse.generations[0]
  if (!generation || (generation.message.content === '' && !generation.reasoning)) return undefined
  if (!generation.message.toolCalls) return generation
  const { toolCalls: _runByTheLoop, ...message } = generation.message
  return generation.reasoning ? { message, reasoning: generation.reasoning } : { message }
}

/**
 * What of the answer that ends a turn no piece has given out: why the model stopped, what else was said of it, and calls that
 * are left to the caller.
 */
export function lastPiece({ generations: [generation] }: ChatResponse): Generation | undefined {
  if (!generation) return undefined
  const { reasoning: _told, message, ...rest } = generation
  const { toolCalls, metadata } = message
  if (!toolCalls && !metadata && Object.keys(rest).length === 0) return undefined
  return { ...rest, message: { ...assistantMessage('', toolCalls), ...(metadata ? { metadata } : {}) } }
}

/** Tells the next piece of a stream. */
export function emitPiece({ emit }: ChatClientRequest, round: number, { message, reasoning }: Generation): void {
  if (reasoning) emit({ type: 'reasoning-delta', round, text: reasoning })
  if (message.content !== '') emit({ type: 'text-delta', round, text: message.content })
}

/** Tells that a model has answered. */
export function emitRoundEnded(
  request: ChatClientRequest,
  round: number,
  complete: ChatResponse,
  durationMs: number,
): void {
  const { usage } = complete.metadata
  const finishReason = complete.generations[0]?.finishReason
  request.emit({
    type: 'round-ended',
    round,
    toolCallCount: complete.generations.reduce((count, { message }) => count + (message.toolCalls?.length ?? 0), 0),
    durationMs,
    ...(finishReason ? { finishReason } : {}),
    ...(usage ? { usage } : {}),
  })
}

/** The request with other messages. */
export const withMessages = (
  request: ChatClientRequest,
  messages: ChatClientRequest['prompt']['messages'],
): ChatClientRequest => ({ ...request, prompt: { ...request.prompt, messages } })

/** The request as it must be for the model to answer in words. The tools stay, since the history speaks of them. */
export function withToolsOff(request: ChatClientRequest): ChatClientRequest {
  const { messages, options } = request.prompt
  if (!options.tools || options.tools.size === 0) return request
  return { ...request, prompt: { messages, options: { ...options, toolChoice: 'none' } } }
}

/** A choice that forces a call holds for one round; kept longer, the model could never answer. */
export function withoutForcedChoice(request: ChatClientRequest): ChatClientRequest {
  const { toolChoice, ...options } = request.prompt.options
  const isForced = toolChoice === 'required' || typeof toolChoice === 'object'
  return isForced ? { ...request, prompt: { ...request.prompt, options } } : request
}
