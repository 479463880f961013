import { approve, Bean, ChatClient, ChatModel, Configuration, run, Service, Tool, ToolParam } from 'vernal'
import { ScriptedChatModel } from 'vernal/testing'

// #region tool
@Service()
class Refunds {
  @Tool({
    description: 'Pay money back',
    effect: 'write',
    approval: ({ amount }) => Number(amount) > 50,
  })
  refund(@ToolParam('Order id') orderId: string, @ToolParam('Amount') amount: number): string {
    return `${amount} paid back for ${orderId}`
  }
}
// #endregion

@Configuration()
class ModelConfiguration {
  @Bean()
  chatModel(): ChatModel {
    const call = { name: 'refund', arguments: { orderId: 'A-1', amount: 80 } }
    return new ScriptedChatModel([[call], ({ messages }) => JSON.stringify(messages.at(-1))])
  }
}

async function main(): Promise<void> {
  const app = await run({ components: [Refunds, ModelConfiguration] })
  // #region resume
  const chat = app.get(ChatClient)
  const { outcome } = await chat.prompt('Refund order A-1').call().chatClientResponse()
  if (outcome?.type === 'approvalRequired') {
    for (const { id, name, arguments: args } of outcome.approvals) {
      console.log(`May ${name} run with ${JSON.stringify(args)}?`)
      const answer = await chat
        .resume(outcome.state, { [id]: approve({ orderId: 'A-1', amount: 60 }) })
        .call()
        .content()
      console.log(answer)
    }
  }
  // #endregion
  // prints: May refund run with {"orderId":"A-1","amount":80}?
  // prints: 60 paid back for A-1
  await app.close()
}

void main()
