import { Advisor, type AdvisorNext } from './advisor'
import type { ChatClientRequest, ChatClientResponse } from './chat-client-request'
import type { ChatResponse } from '../model/chat-response'

/** An advisor for the common case: something before the model is asked, something after it has answered. */
export abstract class BaseAdvisor extends Advisor {
  /** Looks at the request, and may return another. Default: the same. */
  protected before(request: ChatClientRequest): ChatClientRequest | Promise<ChatClientRequest> {
    return request
  }

  /**
   * Looks at the whole answer, once. What it returns replaces the answer of a call; of a stream it replaces `complete`
   * only, since the pieces are out. Default: the same.
   */
  protected after(response: ChatResponse, _request: ChatClientRequest): ChatResponse | Promise<ChatResponse> {
    return response
  }

  override async *advise(request: ChatClientRequest, next: AdvisorNext): AsyncIterable<ChatClientResponse> {
    const sent = await this.before(request)
    for await (const response of next(sent)) {
      yield response.complete ? await this.#finish(response, response.complete, sent) : response
    }
  }

  async #finish(
    response: ChatClientResponse,
    answer: ChatResponse,
    request: ChatClientRequest,
  ): Promise<ChatClientResponse> {
    const complete = await this.after(answer, request)
    if (complete === answer) return response
    return { ...response, complete, chatResponse: request.streaming ? response.chatResponse : complete }
  }
}
