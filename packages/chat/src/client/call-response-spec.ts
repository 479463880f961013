import type { ChatClientResponse } from '../advisors/chat-client-request'
import { noResponse } from '../chat-error'
import { responseText, type ChatResponse } from '../model/chat-response'
import type { TurnRun } from './chat-request-spec'

/** An answer in one piece. The turn runs when it is first read; reading again gives the same answer. */
export class CallResponseSpec {
  readonly #start: () => TurnRun
  #response: Promise<ChatClientResponse> | undefined

  /** @internal made by `ChatRequestSpec.call` */
  constructor(start: () => TurnRun) {
    this.#start = start
  }

  /**
   * The text of the answer. After a limit of tool calls ended the turn it is the text of the breach: see `outcome` of
   * `chatClientResponse()`. When several tools answered directly, each of their results is a line.
   */
  async content(): Promise<string> {
    const { chatResponse, outcome } = await this.chatClientResponse()
    if (outcome?.type !== 'returnDirect') return responseText(chatResponse)
    return chatResponse.generations.map(({ message }) => message.content).join('\n')
  }

  /** The whole answer with its usage, summed over the rounds. */
  async chatResponse(): Promise<ChatResponse> {
    return (await this.chatClientResponse()).chatResponse
  }

  /** The answer, how the turn ended, and what the advisors left in the context. */
  chatClientResponse(): Promise<ChatClientResponse> {
    this.#response ??= onlyResponse(this.#start())
    return this.#response
  }
}

async function onlyResponse(run: TurnRun): Promise<ChatClientResponse> {
  let last: ChatClientResponse | undefined
  for await (const response of run.responses) last = response
  if (!last) throw noResponse(`the chain of advisors (${run.advisors.join(', ')})`)
  return last
}
