import type { Message } from '../messages/message'
import type { TurnResumption } from '../loop/turn-approvals'
import type { TurnOrigin } from '../loop/turn-state'
import type { TurnEventSink } from '../loop/turn-event'
import type { TurnOutcome } from '../loop/turn-outcome'
import type { ChatResponse } from '../model/chat-response'
import type { Prompt } from '../model/prompt'

/** What advisors of one turn share, by name. The same map on the way in and out. */
export type AdvisorContext = Map<string, unknown>

/** A request on its way to the model. Immutable: an advisor that changes it passes on a new one. */
export interface ChatClientRequest {
  readonly prompt: Prompt
  /** Whether the caller wants the answer piece by piece. The model is really called this way. */
  readonly streaming: boolean
  readonly context: AdvisorContext
  /** The values for the tools' `ToolContext`. Never sent to the model. */
  readonly toolContext: Readonly<Record<string, unknown>>
  /** Aborted when the caller gives up. */
  readonly signal: AbortSignal
  /** Tells whoever listens what happens. Never throws. */
  readonly emit: TurnEventSink
  /** What the caller asked, before any advisor changed it. */
  readonly origin: TurnOrigin
  /** The suspended turn that goes on, if one does. */
  readonly resume?: TurnResumption
  /** Has something done when the turn has ended with a last response, before the caller sees it. Not after an error or abort. */
  readonly onEnd: (action: (response: ChatClientResponse) => Promise<void>) => void
}

/**
 * What comes back from the model.
 *
 * In call flavour an advisor yields exactly one. In stream flavour it yields pieces, and at the end one that carries `complete`.
 */
export interface ChatClientResponse {
  /** Call: the answer. Stream: the next piece of it; the usage is in the last one only. */
  readonly chatResponse: ChatResponse
  /** The whole answer; on the only response of a call and on the last of a stream. */
  readonly complete?: ChatResponse
  /** How the turn ended, beside `complete`, once the tool loop has ended. */
  readonly outcome?: TurnOutcome
  /** What the turn added to the conversation, beside `complete`: calls, results, and the answer if the model gave one. */
  readonly messages?: readonly Message[]
  readonly context: AdvisorContext
}
