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
}

/** No answer had the shape that was asked for. */
export class StructuredOutputError extends ChatError {
  override readonly name = 'StructuredOutputError'

  constructor(readonly output: InvalidOutput) {
    const asked = output.attempts > 0 ? ` after ${output.attempts} attempt${output.attempts === 1 ? '' : 's'}` : ''
    super(
      'CHAT_OUTPUT_INVALID',
      `The answer does not have the shape that was asked for${asked}: ${output.problem}`,
      'Look at error.output, make the schema simpler or its descriptions clearer, or raise maxRepeatAttempts.',
    )
  }
}
