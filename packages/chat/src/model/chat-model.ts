import type { ChatResponse } from './chat-response'
import type { ChatOptions, Prompt } from './prompt'

/** A language model that answers one round. It never runs a tool: it returns the calls it wants. */
export abstract class ChatModel {
  /** What the model uses where a prompt's options say nothing. */
  readonly defaultOptions: ChatOptions = {}

  /** Whether the model itself keeps to `ChatOptions.responseFormat`. Where it does not, the format is said in words. */
  readonly supportsResponseFormat: boolean = false

  /** Whether it does so in a request with these options, since some servers cannot beside tools. */
  keepsResponseFormat(_options: ChatOptions): boolean {
    return this.supportsResponseFormat
  }

  /**
   * Answers a prompt in one piece.
   *
   * @param signal ends the request to the provider; the promise then rejects with the signal's reason
   */
  abstract call(prompt: Prompt, signal?: AbortSignal): Promise<ChatResponse>

  /**
   * Answers a prompt piece by piece: text as it comes, each tool call once and whole, usage in the last chunk that has any.
   * A stream that breaks off within a tool call rejects; the call is not given out.
   * A model that cannot stream gives its whole answer as one chunk.
   *
   * @param signal ends the request; so does leaving the loop that reads the stream
   */
  async *stream(prompt: Prompt, signal?: AbortSignal): AsyncIterable<ChatResponse> {
    yield await this.call(prompt, signal)
  }
}
