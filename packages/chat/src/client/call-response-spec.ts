import type { ChatClientResponse } from '../advisors/chat-client-request'
import { noResponse } from '../chat-error'
import { responseText, type ChatResponse } from '../model/chat-response'
import { OutputSchema } from '../model/output-schema'
import type { z } from 'zod'
import { askForEntity, readEntity, type EntityOptions, type ResponseEntity } from './entity'
import type { TurnRun } from './chat-request-spec'
import type { ChatRequestState } from './chat-request-state'

/** Starts a turn of a request, or of what is made of it. */
export type CallStarter = (change?: (state: ChatRequestState) => ChatRequestState) => TurnRun

/** An answer in one piece. The turn runs when it is first read; reading again gives the same answer. */
export class CallResponseSpec {
  readonly #start: CallStarter
  #response: Promise<ChatClientResponse> | undefined

  /** @internal made by `ChatRequestSpec.call` */
  constructor(start: CallStarter) {
    this.#start = start
  }

  /**
   * The text of the answer. After a limit of tool calls ended the turn it is the text of the breach: see `outcome` of
   * `chatClientResponse()`. When several tools answered directly, each of their results is a line.
   */
  async content(): Promise<string> {
    return turnText(await this.chatClientResponse())
  }

  /**
   * The answer as data of the shape of a zod schema: asked for natively where the model supports that, else in words; checked,
   * and asked for again with the reason when it is something else. The first thing that is read decides how the turn is asked:
   * after `content()`, its text is taken as it is.
   *
   * ```ts
   * const order = await chatClient.prompt('Order A-1?').call().entity(z.object({ id: z.string(), total: z.number() }))
   * ```
   *
   * @throws {StructuredOutputError} `CHAT_OUTPUT_INVALID` when no answer has the shape, `CHAT_OUTPUT_REFUSED` when the model refuses
   */
  async entity<T>(schema: z.ZodType<T>, options?: EntityOptions): Promise<T> {
    return (await this.responseEntity(schema, options)).entity
  }

  /** Like `entity`, with the answer it was read from. */
  async responseEntity<T>(schema: z.ZodType<T>, options: EntityOptions = {}): Promise<ResponseEntity<T>> {
    const output = OutputSchema.ofZod(schema)
    this.#response ??= onlyResponse(this.#start((state) => askForEntity(state, schema, output, options)))
    const response = await this.#response
    return readEntity(turnText(response), response, output)
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

function turnText({ chatResponse, outcome }: ChatClientResponse): string {
  if (outcome?.type !== 'returnDirect') return responseText(chatResponse)
  return chatResponse.generations.map(({ message }) => message.content).join('\n')
}

async function onlyResponse(run: TurnRun): Promise<ChatClientResponse> {
  let last: ChatClientResponse | undefined
  for await (const response of run.responses) last = response
  if (!last) throw noResponse(`the chain of advisors (${run.advisors.join(', ')})`)
  return last
}
