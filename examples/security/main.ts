import {
  approve,
  Authorize,
  Bean,
  ChatClient,
  ChatModel,
  Configuration,
  RequireRole,
  run,
  Service,
  Tool,
  ToolContext,
  ToolParam,
  ToolRegistry,
} from 'vernal'
import { ScriptedChatModel } from 'vernal/testing'

// #region tools
@Service()
class Orders {
  @Tool({ description: 'Find an order', effect: 'read' })
  findOrder(@ToolParam('Order id') orderId: string): string {
    return `${orderId} is on its way`
  }

  @Tool({ description: 'Delete an order', effect: 'write' })
  @RequireRole('maintainer')
  deleteOrder(@ToolParam('Order id') orderId: string): string {
    return `${orderId} is gone`
  }

  @Tool({ description: 'Pay money back', effect: 'write' })
  @Authorize((principal, { amount }) => principal?.roles.includes('lead') || Number(amount) <= 100 || 'At most 100.')
  refundOrder(@ToolParam('Order id') orderId: string, @ToolParam('Amount') amount: number): string {
    return `${amount} paid back for ${orderId}`
  }

  @Tool({ description: 'Send a mail', effect: 'external' })
  sendMail(@ToolParam('Address') address: string): string {
    return `sent to ${address}`
  }
}
// #endregion

const deletion = [{ name: 'deleteOrder', arguments: { orderId: 'A-1' } }]

@Configuration()
class ModelConfiguration {
  @Bean()
  chatModel(): ChatModel {
    return new ScriptedChatModel([
      ({ options }) => `I may use ${options.tools?.names.join(', ')}.`,
      deletion,
      'You may not delete orders.',
      deletion,
      'Deleted.',
    ])
  }
}

async function main(): Promise<void> {
  const app = await run({ components: [Orders, ModelConfiguration] })
  const chat = app.get(ChatClient)
  // #region request
  const user = { id: 'bob', roles: ['clerk'] }
  const answer = await chat.prompt('What can you do?').toolContext({ principal: user }).call().content()
  // #endregion
  console.log(answer)
  // prints: I may use findOrder, refundOrder, sendMail.
  console.log(await chat.prompt('Delete A-1').toolContext({ principal: user }).call().content())
  // prints: You may not delete orders.

  // #region approval
  const principal = { id: 'eve', roles: ['maintainer'] }
  const { outcome } = await chat.prompt('Delete A-1').toolContext({ principal }).call().chatClientResponse()
  if (outcome?.type === 'approvalRequired') {
    const decisions = Object.fromEntries(outcome.approvals.map(({ id }) => [id, approve()]))
    console.log(await chat.resume(outcome.state, decisions).toolContext({ principal }).call().content())
  }
  // #endregion
  // prints: Deleted.

  const registry = app.get(ToolRegistry)
  const context = (roles: readonly string[]) => new ToolContext({ values: { principal: { id: 'ada', roles } } })
  const refund = registry.get('refundOrder')
  console.log((await refund.call({ orderId: 'A-1', amount: 200 }, context(['clerk']))).text)
  // prints: At most 100.
  console.log((await refund.call({ orderId: 'A-1', amount: 200 }, context(['lead']))).text)
  // prints: 200 paid back for A-1
  await app.close()
}

void main()
