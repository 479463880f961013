import { approve, ChatClient, deny, Service, Tool, ToolParam } from 'vernal'
import { ScriptedChatModel } from 'vernal/testing'

@Service()
class Refunds {
  @Tool({ description: 'Pay money back', effect: 'write', approval: 'required' })
  refund(@ToolParam('Order id') orderId: string): string {
    return `${orderId} paid back`
  }
}

async function main(): Promise<void> {
  const calls = ['A-1', 'A-2'].map((orderId) => ({ name: 'refund', arguments: { orderId } }))
  const model = new ScriptedChatModel([calls, ({ messages }) => JSON.stringify(messages.at(-1))])
  const chat = new ChatClient({ model, tools: [new Refunds()] })

  // #region parts
  let response = await chat.prompt('Refund A-1 and A-2').call().chatClientResponse()
  while (response.outcome?.type === 'approvalRequired') {
    const { approvals, state } = response.outcome
    const [next] = approvals
    if (!next) break
    console.log(`${approvals.length} waiting: ${JSON.stringify(next.arguments)}`)
    const decision = next.arguments.orderId === 'A-1' ? approve() : deny('Not this one.')
    response = await chat
      .resume(state, { [next.id]: decision })
      .call()
      .chatClientResponse()
  }
  // #endregion
  // prints: 2 waiting: {"orderId":"A-1"}
  // prints: 1 waiting: {"orderId":"A-2"}
  console.log(response.outcome?.type, model.remaining)
  // prints: completed 0
}

void main()
