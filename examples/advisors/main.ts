import {
  Advisor,
  ADVISOR_ORDER,
  BaseAdvisor,
  ChatClient,
  Component,
  responseToolCalls,
  run,
  Service,
  Tool,
  type AdvisorNext,
  type ChatClientRequest,
  type ChatClientResponse,
  type ChatResponse,
} from 'vernal'

@Service()
class Clock {
  @Tool('The time in a town') time(town: string): string {
    return `Ten past nine in ${town}`
  }
}

// #region audit
/** Stands inside the loop, since 0 is above the loop's order: sees every round. */
@Component()
class AuditAdvisor extends BaseAdvisor {
  protected override after(response: ChatResponse): ChatResponse {
    const names = responseToolCalls(response).map(({ name }) => name)
    console.log(`audit: the model asks for ${names.join(', ') || 'no tool'}`)
    return response
  }
}
// #endregion

// #region timing
/** Stands outside the loop: sees the turn once, however many rounds it has. */
@Component()
class TurnTimer extends Advisor {
  override get order(): number {
    return ADVISOR_ORDER.toolCalling - 1
  }

  override async *advise(request: ChatClientRequest, next: AdvisorNext): AsyncIterable<ChatClientResponse> {
    const startedAt = performance.now()
    for await (const response of next(request)) {
      if (response.complete) console.log(`turn: ${response.outcome?.type}, ${performance.now() - startedAt >= 0}`)
      yield response
    }
  }
}
// #endregion

async function main(): Promise<void> {
  const app = await run({ components: [Clock, AuditAdvisor, TurnTimer] })
  console.log(await app.get(ChatClient).prompt('What is the time in Bath?').call().content())
  // prints: audit: the model asks for time
  // prints: audit: the model asks for no tool
  // prints: turn: completed, true
  // prints: Ten past nine in Bath
  // #region request
  const answer = await app.get(ChatClient).prompt('The time in Ely?').advisors(new AuditAdvisor()).call().content()
  // #endregion
  console.log(answer)
  // prints: Ten past nine in Ely
  await app.close()
}

void main()
