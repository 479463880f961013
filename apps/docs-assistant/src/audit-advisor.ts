import { BaseAdvisor, Component, Logger, responseToolCalls, type ChatResponse } from 'vernal'

/** Writes down which tools the model asks for. Its order is above the loop's, so it sees every round. */
@Component()
export class AuditAdvisor extends BaseAdvisor {
  constructor(private readonly log: Logger) {
    super()
  }

  protected override after(response: ChatResponse): ChatResponse {
    const tools = responseToolCalls(response).map(({ name }) => name)
    if (tools.length > 0) this.log.debug({ tools }, 'The model asks for tools')
    return response
  }
}
