import type { AdvisorChain } from '../advisors/advisor-chain'
import type { ChatClientRequest, ChatClientResponse } from '../advisors/chat-client-request'
import type { TurnEvent, TurnEventSink } from '../loop/turn-event'
import { responseText } from '../model/chat-response'

type EndAction = (response: ChatClientResponse) => Promise<void>

/** Runs one turn, and has done at its end what advisors asked for, before its last response is handed out. */
export async function* runTurn(
  chain: AdvisorChain,
  request: Omit<ChatClientRequest, 'onEnd'>,
): AsyncGenerator<ChatClientResponse, void, undefined> {
  const actions: EndAction[] = []
  const told = new ToldTurn(request.emit)
  const { emit } = told
  let last: ChatClientResponse | undefined
  try {
    for await (const response of chain.run({ ...request, emit, onEnd: (action) => actions.push(action) })) {
      if (last) yield last
      last = response.complete ? withMessages(response) : undefined
      if (!last) yield response
    }
    if (!last) return
    for (const action of actions) await action(last)
    told.answered(last, request.streaming)
    yield last
  } finally {
    told.end(request.signal.aborted)
  }
}

/** What listeners heard of a turn. No loop tells the end when there is none, or when it was never reached. */
class ToldTurn {
  #rounds = 0
  #hasEnded = false
  readonly #sink: TurnEventSink

  constructor(sink: TurnEventSink) {
    this.#sink = sink
  }

  readonly emit = (event: TurnEvent): void => {
    if (event.type === 'round-started') this.#rounds = event.round
    if (event.type === 'turn-ended') this.#hasEnded = true
    this.#sink(event)
  }

  /** An answer that came without any round is told as one piece. */
  answered({ complete, outcome = { type: 'completed' } }: ChatClientResponse, streaming: boolean): void {
    if (this.#hasEnded) return
    const text = responseText(complete)
    if (streaming && this.#rounds === 0 && text !== '') this.emit({ type: 'text-delta', round: 0, text })
    const usage = complete?.metadata.usage
    this.emit({ type: 'turn-ended', outcome, rounds: this.#rounds, ...(usage ? { usage } : {}) })
  }

  end(isAborted: boolean): void {
    if (this.#hasEnded) return
    this.emit({ type: 'turn-ended', outcome: { type: isAborted ? 'aborted' : 'failed' }, rounds: this.#rounds })
  }
}

/** Where no loop has said what the turn added, it is the answer. */
function withMessages(response: ChatClientResponse): ChatClientResponse {
  const answer = response.complete?.generations[0]?.message
  return response.messages || !answer ? response : { ...response, messages: [answer] }
}
