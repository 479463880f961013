import { ChatError } from '../chat-error'
import type { Usage } from '../messages/usage'

/** What there was instead of a valid answer. */
export interface InvalidOutput {
  /** The last answer, as the model gave it. */
  readonly text: string
  /** What is wrong with it. */
  readonly problem: string
  /** How often the model was asked; 0 when the turn ended without an answer. */
  readonly attempts: number
  /** The sum over the attempts. */
  readonly usage?: Usage | undefined
  /** Why the model refused to answer, in its words; absent when it did not refuse. */
  readonly refusal?: string | undefined
}

/** No answer had the shape that was asked for (`CHAT_OUTPUT_INVALID`), or the model refused to give one (`CHAT_OUTPUT_REFUSED`). */
export class StructuredOutputError extends ChatError {
  override readonly name = 'StructuredOutputError'

  constructor(readonly output: InvalidOutput) {
    const { code, problem, action } = output.refusal === undefined ? invalid(output) : refused(output.refusal)
    super(code, problem, action)
  }
}

function invalid({ attempts, problem }: InvalidOutput) {
  const asked = attempts > 0 ? ` after ${attempts} attempt${attempts === 1 ? '' : 's'}` : ''
  return {
    code: 'CHAT_OUTPUT_INVALID',
    problem: `The answer does not have the shape that was asked for${asked}: ${problem}`,
    action: 'Look at error.output, make the schema simpler or its descriptions clearer, or raise maxRepeatAttempts.',
  } as const
}

const refused = (refusal: string) =>
  ({
    code: 'CHAT_OUTPUT_REFUSED',
    problem: `The model refused to answer: ${/[.!?]$/.test(refusal) ? refusal : `${refusal}.`}`,
    action: 'Look at error.output, or ask differently.',
  }) as const
