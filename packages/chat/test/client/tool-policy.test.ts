import {
  approve,
  ChatClient,
  ToolCallingAdvisor,
  ToolCallingManager,
  ToolSearchToolCallingAdvisor,
  type TurnEvent,
  type TurnState,
} from '@vernal/chat'
import { ScriptedChatModel } from '@vernal/chat/testing'
import { DeclaredToolPolicy, KeywordToolIndex, RequireRole, Tool, ToolGate, type ToolPolicyRule } from '@vernal/tools'

class Orders {
  removed: string[] = []

  @Tool('Finds an order') find(id: string): string {
    return `order ${id}`
  }

  @Tool('Removes an order for ever')
  @RequireRole('maintainer')
  remove(id: string): string {
    this.removed.push(id)
    return `removed ${id}`
  }
}

const user = { principal: { id: 'bob', roles: ['user'] } }
const maintainer = { principal: { id: 'eve', roles: ['maintainer'] } }
const remove = { name: 'remove', arguments: { id: '7' } }

/** A client whose gate and offers go by the same policy. */
function clientOf(model: ScriptedChatModel, orders: Orders, rules: readonly ToolPolicyRule[] = []): ChatClient {
  const toolPolicy = new DeclaredToolPolicy({ rules })
  const manager = new ToolCallingManager({ gate: new ToolGate({ policy: toolPolicy }) })
  const toolCallingAdvisor = new ToolCallingAdvisor({ manager })
  return new ChatClient({ model, tools: [orders], toolPolicy, toolCallingAdvisor })
}

const offered = (model: ScriptedChatModel, at = 0): readonly string[] => model.prompts[at]?.options.tools?.names ?? []

describe('a tool that the caller may not use', () => {
  test.each([
    ['call', async (client: ChatClient) => client.prompt('Remove 7').toolContext(user).call().content()],
    [
      'stream',
      async (client: ChatClient) => {
        let text = ''
        for await (const piece of client.prompt('Remove 7').toolContext(user).stream().content()) text += piece
        return text
      },
    ],
  ])('is not offered, and does not exist when the model calls it all the same (%s)', async (_flavour, ask) => {
    const orders = new Orders()
    const model = new ScriptedChatModel([[remove], 'I may not.'])
    expect(await ask(new ChatClient({ model, tools: [orders] }))).toBe('I may not.')
    expect(offered(model)).toEqual(['find'])
    expect(orders.removed).toEqual([])
    expect(JSON.stringify(model.prompts[1]?.messages)).not.toContain('for ever')
  })

  test('is offered to those who may, in the same set each time', async () => {
    const orders = new Orders()
    const model = new ScriptedChatModel([[remove], 'Done.', 'Hello.', 'Hello.', 'Hello.'])
    const client = new ChatClient({ model, tools: [orders] })
    expect(await client.prompt('Remove 7').toolContext(maintainer).call().content()).toBe('Done.')
    expect(orders.removed).toEqual(['7'])
    for (const context of [user, user, {}]) await client.prompt('Hi').toolContext(context).call().content()
    const [asMaintainer, , ...asOthers] = model.prompts.map(({ options }) => options.tools)
    expect(asMaintainer?.names).toEqual(['find', 'remove'])
    expect(asOthers.every((tools) => tools === asOthers[0])).toBe(true)
  })

  test('is not found by a search', async () => {
    const orders = new Orders()
    const search = { name: 'toolSearchTool', arguments: { query: 'remove an order for ever' } }
    const model = new ScriptedChatModel([[search], [remove], 'I cannot.'])
    const toolCallingAdvisor = new ToolSearchToolCallingAdvisor({ toolIndex: new KeywordToolIndex() })
    const client = new ChatClient({ model, tools: [orders], toolCallingAdvisor })
    const answer = client.prompt('Remove 7').toolContext(user).conversation('s1')
    expect(await answer.call().content()).toBe('I cannot.')
    expect(offered(model, 1)).not.toContain('remove')
    expect(orders.removed).toEqual([])
  })

  test('cannot be approved by somebody else, and the turn goes on waiting for those who may', async () => {
    const orders = new Orders()
    const model = new ScriptedChatModel([[remove], 'Not done.'])
    const client = clientOf(model, orders, [{ tools: ['remove'], approval: 'required' }])
    const { outcome } = await client.prompt('Remove 7').toolContext(maintainer).call().chatClientResponse()
    const state = JSON.parse(JSON.stringify((outcome as { state: TurnState }).state)) as TurnState
    const decisions = Object.fromEntries(state.approvals.map(({ id }) => [id, approve()]))
    await expect(client.resume(state, decisions).toolContext(user).call().content()).rejects.toMatchObject({
      code: 'CHAT_APPROVAL_UNUSABLE',
    })
    expect(orders.removed).toEqual([])
    expect(await client.resume(state, decisions).toolContext(maintainer).call().content()).toBe('Not done.')
    expect(orders.removed).toEqual(['7'])
  })

  test('is not run when tools come with the prompt and the loop is driven by hand', async () => {
    const orders = new Orders()
    const model = new ScriptedChatModel([[remove]])
    const client = clientOf(model, orders)
    const request = client.prompt('Remove 7').toolContext(user).toolCalling(false)
    const response = await request.call().chatResponse()
    expect(offered(model)).toEqual(['find'])
    const prompt = { messages: model.prompts[0]?.messages ?? [], options: model.prompts[0]?.options ?? {} }
    const executed = await new ToolCallingManager().executeToolCalls(prompt, response, { toolContext: user })
    expect(executed.results).toMatchObject([{ isError: true }])
    expect(orders.removed).toEqual([])
  })
})

test('a call that a constraint forbids is told to the model, and its reason only to listeners', async () => {
  const orders = new Orders()
  const events: TurnEvent[] = []
  const model = new ScriptedChatModel([[{ name: 'find', arguments: { id: 'X' } }], 'Not allowed.'])
  const client = clientOf(model, orders, [{ tools: ['find'], arguments: { id: { enum: ['A'] } } }])
  await client
    .prompt('Find X')
    .onEvent((event) => events.push(event))
    .call()
    .content()
  expect(events).toContainEqual(expect.objectContaining({ type: 'tool-error', name: 'find', reason: 'forbidden' }))
  const told = JSON.stringify(model.prompts[1]?.messages)
  expect(told).toContain('may not use these arguments')
  expect(told).not.toContain('policy 1')
})
