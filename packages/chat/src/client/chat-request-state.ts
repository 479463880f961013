import type { Media } from '@vernal/tools'
import type { Advisor } from '../advisors/advisor'
import type { TurnResumption } from '../loop/turn-approvals'
import type { TurnEventSink } from '../loop/turn-event'
import { systemMessage, userMessage, type Message } from '../messages/message'
import type { ChatOptions } from '../model/prompt'
import type { ToolSource } from './tool-source'

/** What a request is made of before it is asked. Immutable. */
export interface ChatRequestState {
  readonly system?: string
  readonly user?: string
  /** What belongs to the user's text. */
  readonly media?: readonly Media[]
  readonly messages: readonly Message[]
  readonly options: ChatOptions
  readonly tools: readonly ToolSource[]
  readonly toolContext: Readonly<Record<string, unknown>>
  readonly toolCalling: boolean
  readonly advisors: readonly Advisor[]
  readonly context: Readonly<Record<string, unknown>>
  readonly sinks: readonly TurnEventSink[]
  readonly signal?: AbortSignal
  readonly resume?: TurnResumption
}

/** The messages in the order a model reads them: the system text, the messages, the user's text. */
export const requestMessages = ({ system, messages, user, media = [] }: ChatRequestState): readonly Message[] => [
  ...(system ? [systemMessage(system)] : []),
  ...messages,
  ...(user || media.length > 0 ? [userMessage(user ?? '', media)] : []),
]
