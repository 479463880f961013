import type { ChatClientResponse } from '../advisors/chat-client-request'
import { StructuredOutputValidationAdvisor } from '../advisors/structured-output-validation-advisor'
import type { TurnOutcome } from '../loop/turn-outcome'
import type { OutputSchema } from '../model/output-schema'
import { StructuredOutputError } from '../model/structured-output-error'
import type { ChatRequestState } from './chat-request-state'
import type { z } from 'zod'

/** How an entity is asked for. */
export interface EntityOptions {
  /** False: the shape is said in words even where the model supports schemas. Default true. */
  readonly native?: boolean
  /** How often the model is asked again, with the reason, after an answer of another shape. At least 0, default 1. */
  readonly maxRepeatAttempts?: number
}

/** An answer as data, and everything that came with it. */
export interface ResponseEntity<T> {
  readonly entity: T
  readonly response: ChatClientResponse
}

/** The request of a turn whose answer must have the shape of `schema`. */
export function askForEntity(
  state: ChatRequestState,
  schema: z.ZodType,
  output: OutputSchema,
  { native, maxRepeatAttempts = 1 }: EntityOptions,
): ChatRequestState {
  const validation = new StructuredOutputValidationAdvisor({ schema, maxRepeatAttempts })
  return {
    ...state,
    options: { ...state.options, responseFormat: output.format({ native }) },
    advisors: [...state.advisors, validation],
  }
}

/**
 * Reads the entity from the text of a turn.
 *
 * @throws {StructuredOutputError} `CHAT_OUTPUT_INVALID` when the turn ended without an answer, or the text is something else;
 *   `CHAT_OUTPUT_REFUSED` when the model refused
 */
export async function readEntity<T>(
  text: string,
  response: ChatClientResponse,
  output: OutputSchema<T>,
): Promise<ResponseEntity<T>> {
  const { outcome } = response
  const { usage } = response.chatResponse.metadata
  if (outcome && !hasAnswer(outcome)) {
    const problem = `the turn ended with ${outcome.type} and without an answer.`
    throw new StructuredOutputError({ text, problem, attempts: 0, usage })
  }
  const refusal = response.chatResponse.generations[0]?.refusal
  if (refusal !== undefined) throw new StructuredOutputError({ text, problem: refusal, refusal, attempts: 0, usage })
  const reading = await output.read(text)
  if (reading.problem === undefined) return { entity: reading.value, response }
  throw new StructuredOutputError({ text, problem: reading.problem, attempts: 0, usage })
}

const hasAnswer = (outcome: TurnOutcome): boolean =>
  outcome.type === 'completed' || outcome.type === 'returnDirect' || ('answered' in outcome && outcome.answered)
