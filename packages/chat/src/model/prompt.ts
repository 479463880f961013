import type { JsonSchema, ToolSet } from '@vernal/tools'
import type { Message } from '../messages/message'

/** What is sent to a model in one round. Immutable. */
export interface Prompt {
  readonly messages: readonly Message[]
  readonly options: ChatOptions
}

/** How a model is asked. What is absent is left to the model's own defaults. */
export interface ChatOptions {
  /** The provider's name of the model. */
  readonly model?: string
  readonly temperature?: number
  readonly topP?: number
  /** Longest answer, in tokens. */
  readonly maxTokens?: number
  /** Texts at which the model stops. */
  readonly stop?: readonly string[]
  readonly seed?: number
  /**
   * The tools the model may call in this round. The same instance over many requests costs its serialisation once. Among the
   * options of a request they count only where neither the request nor its client has tools.
   */
  readonly tools?: ToolSet
  /** Default `auto` when there are tools. */
  readonly toolChoice?: ToolChoice
  /** Whether the model may ask for several calls in one round. */
  readonly parallelToolCalls?: boolean
  /** The shape the answer must have: given to the model where it supports that, else said in words after the last user message. */
  readonly responseFormat?: ResponseFormat
  /** Further fields of the provider's own request body, passed through as they are. */
  readonly extra?: Readonly<Record<string, unknown>>
}

/** Whether the model may, must not, or must call a tool, or which one it must call. */
export type ToolChoice = 'auto' | 'none' | 'required' | { readonly tool: string }

/** The shape of an answer that is data. */
export interface ResponseFormat {
  /** For the provider: letters, digits, `_` and `-`. */
  readonly name: string
  readonly schema: JsonSchema
  /** False: said in words even where the model supports schemas. Default true. */
  readonly native?: boolean
}
