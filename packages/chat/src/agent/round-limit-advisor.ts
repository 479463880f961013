import { Advisor, ADVISOR_ORDER, type AdvisorNext } from '../advisors/advisor'
import type { ChatClientRequest, ChatClientResponse } from '../advisors/chat-client-request'
import { withToolsOff } from '../advisors/tool-loop-round'
import { spokenOnly } from '../advisors/turn-ending'

/** Has the model answer in words in the last round it may have, whatever loop runs around it. For one turn. */
export class RoundLimitAdvisor extends Advisor {
  readonly #maxRounds: number
  #rounds = 0

  constructor(maxRounds: number) {
    super()
    this.#maxRounds = maxRounds
  }

  /** Right inside the loop. */
  override get order(): number {
    return ADVISOR_ORDER.toolCalling + 1
  }

  override async *advise(request: ChatClientRequest, next: AdvisorNext): AsyncIterable<ChatClientResponse> {
    this.#rounds += 1
    if (this.#rounds < this.#maxRounds) {
      yield* next(request)
      return
    }
    for await (const response of next(withToolsOff(request))) {
      const { complete } = response
      yield complete
        ? { ...response, chatResponse: spokenOnly(response.chatResponse), complete: spokenOnly(complete) }
        : response
    }
  }
}
