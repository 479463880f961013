import type { AdvisorChain } from '../advisors/advisor-chain'
import type { ChatClientRequest, ChatClientResponse } from '../advisors/chat-client-request'

type EndAction = (response: ChatClientResponse) => Promise<void>

/** Runs one turn, and has done at its end what advisors asked for, before its last response is handed out. */
export async function* runTurn(
  chain: AdvisorChain,
  request: Omit<ChatClientRequest, 'onEnd'>,
): AsyncGenerator<ChatClientResponse, void, undefined> {
  const actions: EndAction[] = []
  let last: ChatClientResponse | undefined
  for await (const response of chain.run({ ...request, onEnd: (action) => actions.push(action) })) {
    if (last) yield last
    last = response.complete ? withMessages(response) : undefined
    if (!last) yield response
  }
  if (!last) return
  for (const action of actions) await action(last)
  yield last
}

/** Where no loop has said what the turn added, it is the answer. */
function withMessages(response: ChatClientResponse): ChatClientResponse {
  const answer = response.complete?.generations[0]?.message
  return response.messages || !answer ? response : { ...response, messages: [answer] }
}
