import { Advisor, ADVISOR_ORDER, type AdvisorNext } from './advisor'
import type { ChatClientRequest, ChatClientResponse } from './chat-client-request'
import { emitPiece, emitRoundEnded } from './tool-loop-round'

/** Stands where the tool loop would when calls are not executed: tells the one round of the turn, and changes nothing. */
export class SingleRoundAdvisor extends Advisor {
  override get order(): number {
    return ADVISOR_ORDER.toolCalling
  }

  override async *advise(request: ChatClientRequest, next: AdvisorNext): AsyncIterable<ChatClientResponse> {
    request.signal.throwIfAborted()
    const startedAt = performance.now()
    request.emit({ type: 'round-started', round: 1 })
    for await (const response of next(request)) {
      const piece = request.streaming ? response.chatResponse.generations[0] : undefined
      if (piece) emitPiece(request, 1, piece)
      if (response.complete) emitRoundEnded(request, 1, response.complete, performance.now() - startedAt)
      yield response
    }
  }
}
