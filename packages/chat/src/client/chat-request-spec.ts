import type { Media } from '@vernal/tools'
import type { Advisor } from '../advisors/advisor'
import type { ChatClientResponse } from '../advisors/chat-client-request'
import { CONVERSATION_ID } from '../advisors/message-chat-memory-advisor'
import type { TurnEventSink } from '../loop/turn-event'
import type { Message } from '../messages/message'
import type { ChatOptions } from '../model/prompt'
import { CallResponseSpec } from './call-response-spec'
import type { ChatRequestState } from './chat-request-state'
import { StreamResponseSpec } from './stream-response-spec'
import type { ToolSource } from './tool-source'

/** Runs one turn of a request. */
export type TurnRunner = (state: ChatRequestState, streaming: boolean) => TurnRun

/** A turn that is started when its responses are read. */
export interface TurnRun {
  readonly responses: AsyncIterable<ChatClientResponse>
  /** Ends the turn: the model's request is cancelled, running tools get the signal. */
  abort(): void
  /** The names of the advisors, outermost first. */
  readonly advisors: readonly string[]
}

/**
 * A request being put together. Immutable: each method returns a new one, so a request can be kept, varied and asked often.
 *
 * What is said here adds to the defaults of the `ChatClient`; a text or an option replaces the default of the same name.
 */
export class ChatRequestSpec {
  readonly #state: ChatRequestState
  readonly #run: TurnRunner

  /** @internal made by `ChatClient.prompt` */
  constructor(state: ChatRequestState, run: TurnRunner) {
    this.#state = state
    this.#run = run
  }

  /** The instructions of the application; they come first. Replaces the default. */
  system(text: string): ChatRequestSpec {
    return this.#with({ system: text })
  }

  /**
   * What the user says; it comes last. Pictures, sounds and files go with it.
   *
   * ```ts
   * chat.prompt().user('What is on it?', { media: [{ mediaType: 'image/png', data: await readFile('a.png', 'base64') }] })
   * ```
   */
  user(text: string, { media = [] }: { readonly media?: readonly Media[] } = {}): ChatRequestSpec {
    return this.#with({ user: text, media })
  }

  /** Adds messages between the system text and the user's, such as an earlier conversation. */
  messages(...messages: readonly Message[]): ChatRequestSpec {
    return this.#with({ messages: [...this.#state.messages, ...messages] })
  }

  /**
   * Adds tools for this request. Nothing that is not attached to a request can run in it.
   *
   * Takes tools, providers, objects with `@Tool` methods, and, where the client has a registry, classes of beans and names or
   * globs. They are looked up when the request is asked. A request with fewer tools than the client's is one of another client:
   * `client.with({ tools: ['find*'] })`.
   */
  tools(...sources: readonly ToolSource[]): ChatRequestSpec {
    return this.#with({ tools: [...this.#state.tools, ...sources] })
  }

  /** Adds values for the tools' `ToolContext`; later ones win. Never sent to the model. */
  toolContext(values: Readonly<Record<string, unknown>>): ChatRequestSpec {
    return this.#with({ toolContext: { ...this.#state.toolContext, ...values } })
  }

  /** Whether tool calls are executed. With false, a response that asks for tools is returned as it is. */
  toolCalling(enabled: boolean): ChatRequestSpec {
    return this.#with({ toolCalling: enabled })
  }

  /** Adds advisors for this request. */
  advisors(...advisors: readonly Advisor[]): ChatRequestSpec {
    return this.#with({ advisors: [...this.#state.advisors, ...advisors] })
  }

  /** Puts values into the context that the advisors share; later ones win. */
  context(values: Readonly<Record<string, unknown>>): ChatRequestSpec {
    return this.#with({ context: { ...this.#state.context, ...values } })
  }

  /** Says which conversation the request belongs to, for advisors that remember. */
  conversation(id: string): ChatRequestSpec {
    return this.context({ [CONVERSATION_ID]: id })
  }

  /** Sets options of the model, one by one over the defaults. */
  options(options: ChatOptions): ChatRequestSpec {
    return this.#with({ options: { ...this.#state.options, ...options } })
  }

  /** Ends the turn when aborted. */
  signal(signal: AbortSignal): ChatRequestSpec {
    return this.#with({ signal })
  }

  /** Listens to what happens in the turn. What the listener throws is lost. */
  onEvent(listener: TurnEventSink): ChatRequestSpec {
    return this.#with({ sinks: [...this.#state.sinks, listener] })
  }

  /** Asks for the answer in one piece. Nothing is sent before it is read. */
  call(): CallResponseSpec {
    return new CallResponseSpec((change) => this.#run(change ? change(this.#state) : this.#state, false))
  }

  /** Asks for the answer piece by piece. Nothing is sent before it is read. */
  stream(): StreamResponseSpec {
    return new StreamResponseSpec((sink) =>
      this.#run(sink ? { ...this.#state, sinks: [...this.#state.sinks, sink] } : this.#state, true),
    )
  }

  #with(change: Partial<ChatRequestState>): ChatRequestSpec {
    return new ChatRequestSpec({ ...this.#state, ...change }, this.#run)
  }
}
