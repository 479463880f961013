import type { JsonSchema } from '@vernal/tools'
import type { z } from 'zod'
import { invalidOption, noResponse } from '../chat-error'
import { addUsage, type Usage } from '../messages/usage'
import { hasToolCalls, responseText, type ChatResponse } from '../model/chat-response'
import { OutputSchema } from '../model/output-schema'
import { StructuredOutputError } from '../model/structured-output-error'
import { Advisor, ADVISOR_ORDER, type AdvisorNext } from './advisor'
import type { ChatClientRequest, ChatClientResponse } from './chat-client-request'
import { withMessages } from './tool-loop-round'

/** Further questions after an answer that is not valid, where nothing else is said. */
export const DEFAULT_MAX_REPEAT_ATTEMPTS = 3

/** What a {@link StructuredOutputValidationAdvisor} asks of an answer. */
export interface StructuredOutputValidationAdvisorOptions {
  /** zod, or a JSON Schema. */
  readonly schema: z.ZodType | JsonSchema
  /** How often the model is asked again; at least 0, default 3: four answers in all. */
  readonly maxRepeatAttempts?: number
  /** When no answer was valid: `throw` a `StructuredOutputError`, or `return` the last one. Default `throw`. */
  readonly onExhausted?: 'throw' | 'return'
  /** Default `ADVISOR_ORDER.lowest - 2000`: inside the tool loop, so that a repeated question repeats no tool. */
  readonly order?: number
}

interface Attempt {
  readonly responses: readonly ChatClientResponse[]
  readonly answer: ChatResponse
}

/**
 * Checks that each answer is JSON of a given shape, and asks again, with the reason, when it is not.
 *
 * An answer that asks for tools passes as it is. In a stream the pieces are held back until the answer is valid, so no piece of
 * a wrong one comes out. The usage is summed over the attempts.
 */
export class StructuredOutputValidationAdvisor extends Advisor {
  readonly #schema: OutputSchema
  readonly #maxRepeatAttempts: number
  readonly #throws: boolean
  readonly #order: number

  /** @throws {ChatError} `CHAT_OPTION_INVALID` when `maxRepeatAttempts` is not a whole number of at least 0 */
  constructor(options: StructuredOutputValidationAdvisorOptions) {
    super()
    const { schema, maxRepeatAttempts = DEFAULT_MAX_REPEAT_ATTEMPTS, onExhausted = 'throw' } = options
    if (!Number.isInteger(maxRepeatAttempts) || maxRepeatAttempts < 0) {
      throw invalidOption('maxRepeatAttempts', maxRepeatAttempts, 'It must be greater than or equal to 0.')
    }
    this.#schema = isZod(schema) ? OutputSchema.ofZod(schema) : OutputSchema.ofJsonSchema(schema)
    this.#maxRepeatAttempts = maxRepeatAttempts
    this.#throws = onExhausted === 'throw'
    this.#order = options.order ?? ADVISOR_ORDER.lowest - 2000
  }

  override get order(): number {
    return this.#order
  }

  /** @throws {StructuredOutputError} `CHAT_OUTPUT_INVALID` when no answer was valid, `CHAT_OUTPUT_REFUSED` when the model refused */
  override async *advise(request: ChatClientRequest, next: AdvisorNext): AsyncIterable<ChatClientResponse> {
    let usage: Usage | undefined
    let sent = request
    for (let attempts = 1; ; attempts++) {
      const { responses, answer } = await ask(sent, next)
      usage = addUsage(usage, answer.metadata.usage)
      const refusal = answer.generations.find((generation) => generation.refusal !== undefined)?.refusal
      if (refusal !== undefined && this.#throws) {
        throw new StructuredOutputError({ text: responseText(answer), problem: refusal, refusal, attempts, usage })
      }
      const problem = await this.#problemOf(answer)
      const isLast = attempts > this.#maxRepeatAttempts
      if (problem !== undefined && !isLast) {
        sent = withReason(request, problem)
        continue
      }
      if (problem !== undefined && this.#throws) {
        throw new StructuredOutputError({ text: responseText(answer), problem, attempts, usage })
      }
      yield* responses.map((response) => withUsage(response, usage))
      return
    }
  }

  async #problemOf(answer: ChatResponse): Promise<string | undefined> {
    if (hasToolCalls(answer)) return undefined
    if (answer.generations.length === 0) return 'Missing required json output for validation.'
    for (const { message, finishReason } of answer.generations) {
      const { problem } = await this.#schema.read(message.content)
      if (problem !== undefined)
        return finishReason === 'length' ? `${problem} The answer was cut off: be shorter.` : problem
    }
    return undefined
  }
}

const isZod = (schema: z.ZodType | JsonSchema): schema is z.ZodType => '_zod' in schema

async function ask(request: ChatClientRequest, next: AdvisorNext): Promise<Attempt> {
  const responses: ChatClientResponse[] = []
  for await (const response of next(request)) responses.push(response)
  const answer = responses.at(-1)?.complete
  if (!answer) throw noResponse('an advisor inside the structured output validation')
  return { responses, answer }
}

/** The request with the reason after what the user said. Reasons of earlier attempts are not repeated. */
function withReason(request: ChatClientRequest, problem: string): ChatClientRequest {
  const { messages } = request.prompt
  const reason = `Output JSON validation failed because of: ${problem}`
  const index = messages.findLastIndex(({ role }) => role === 'user')
  const message = messages[index]
  if (message?.role !== 'user') return withMessages(request, [...messages, { role: 'user', content: reason }])
  return withMessages(request, messages.with(index, { ...message, content: `${message.content}\n${reason}` }))
}

function withUsage(response: ChatClientResponse, usage: Usage | undefined): ChatClientResponse {
  if (!usage || !response.complete) return response
  const summed = (answer: ChatResponse): ChatResponse => ({ ...answer, metadata: { ...answer.metadata, usage } })
  return { ...response, chatResponse: summed(response.chatResponse), complete: summed(response.complete) }
}
