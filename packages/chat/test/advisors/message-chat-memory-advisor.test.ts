import {
  ChatClient,
  MessageChatMemoryAdvisor,
  MessageWindowChatMemory,
  ToolCallingAdvisor,
  ToolCallingManager,
  ToolCallLimits,
  userMessage,
  type ChatClientRequest,
  type ChatMemory,
  type ChatResponse,
  type Message,
  type ToolLoopTurn,
} from '@vernal/chat'
import { ScriptedChatModel, type ScriptedAnswer } from '@vernal/chat/testing'
import { ToolSet } from '@vernal/tools'
import { addTool, plainTool } from '../order-tools'

const addCall = { name: 'add', arguments: { a: 1, b: 1 } }
const OUTSIDE = -2147483448
const INSIDE = 0

interface Setup {
  readonly order?: number
  readonly keepToolMessages?: boolean
  readonly toolCallingAdvisor?: ToolCallingAdvisor
}

function remembering(
  script: readonly ScriptedAnswer[],
  { order = OUTSIDE, keepToolMessages, toolCallingAdvisor }: Setup = {},
) {
  const memory: ChatMemory = new MessageWindowChatMemory()
  const model = new ScriptedChatModel(script)
  const advisor = new MessageChatMemoryAdvisor(memory, { order, keepToolMessages: keepToolMessages ?? false })
  const tools = [addTool(), plainTool('ticket', () => 'T-1', { returnDirect: true })]
  const client = new ChatClient({
    model,
    system: 'Be brief.',
    tools,
    advisors: [advisor],
    ...(toolCallingAdvisor ? { toolCallingAdvisor } : {}),
  })
  return { memory, model, client }
}

const roles = (messages: readonly Message[] = []): string[] => messages.map(({ role }) => role)

describe.each([
  ['outside the tool loop', OUTSIDE],
  ['inside the tool loop', INSIDE],
])('memory %s', (_where, order) => {
  test('puts the earlier turns between the system text and the new question', async () => {
    const { client, model } = remembering(['first', 'second'], { order })

    await client.prompt('one').conversation('a').call().content()
    await client.prompt('two').conversation('a').call().content()

    expect(model.prompts[1]?.messages).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'one' },
      { role: 'assistant', content: 'first' },
      { role: 'user', content: 'two' },
    ])
  })

  test('stores what was asked and what was answered, and shows each round the whole turn', async () => {
    const { client, model, memory } = remembering(['hi', [addCall], '2'], { order })

    await client.prompt('hello').conversation('a').call().content()
    await client.prompt('add').conversation('a').call().content()

    expect(roles(model.prompts[2]?.messages)).toEqual(['system', 'user', 'assistant', 'user', 'assistant', 'tool'])
    expect(await memory.get('a')).toEqual([
      { role: 'user', content: 'hello' },
      { role: 'assistant', content: 'hi' },
      { role: 'user', content: 'add' },
      { role: 'assistant', content: '2' },
    ])
  })

  test('stores calls and results, too, when told to', async () => {
    const { client, memory } = remembering([[addCall], '2'], { order, keepToolMessages: true })

    await client.prompt('add').conversation('a').call().content()

    expect(roles(await memory.get('a'))).toEqual(['user', 'assistant', 'tool', 'assistant'])
  })

  test('a turn that failed leaves nothing', async () => {
    const { client, memory } = remembering([[addCall], new Error('model down')], { order })

    await expect(client.prompt('add').conversation('a').call().content()).rejects.toThrow('model down')

    expect(await memory.get('a')).toEqual([])
  })

  test('the text of a breach is not stored as the answer of the model', async () => {
    const manager = new ToolCallingManager({ limits: new ToolCallLimits({ maxTotalToolCalls: 1 }) })
    const { client, memory } = remembering([[addCall, addCall]], {
      order,
      toolCallingAdvisor: new ToolCallingAdvisor({ manager }),
    })

    await client.prompt('add').conversation('a').call().content()

    expect(await memory.get('a')).toEqual([])
  })

  test('what tools answered directly is stored as what it is', async () => {
    const { client, memory } = remembering([[{ name: 'ticket' }]], { order })

    await client.prompt('a ticket').conversation('a').call().content()

    expect(roles(await memory.get('a'))).toEqual(['user', 'assistant', 'tool'])
  })

  test('a stream that is read to its end is stored once, one that is left is not', async () => {
    const { client, memory } = remembering(['one two three', 'four five six'], { order })

    for await (const _text of client.prompt('leave').conversation('a').stream().content()) break
    for await (const _text of client.prompt('stay').conversation('a').stream().content());

    expect(await memory.get('a')).toEqual([
      { role: 'user', content: 'stay' },
      { role: 'assistant', content: 'four five six' },
    ])
  })

  test('two turns of one conversation at once are stored one after the other, each whole', async () => {
    const { client, memory } = remembering(['one', 'two'], { order })

    await Promise.all(['a?', 'b?'].map((text) => client.prompt(text).conversation('a').call().content()))

    expect(roles(await memory.get('a'))).toEqual(['user', 'assistant', 'user', 'assistant'])
  })

  test('a request without a conversation is refused', async () => {
    const { client } = remembering(['one'], { order })

    await expect(client.prompt('go').call().content()).rejects.toMatchObject({ code: 'CHAT_CONVERSATION_ID_MISSING' })
  })
})

describe.each([false, true])('a loop driven by hand (with what tools said: %s)', (keepToolMessages) => {
  test('is remembered once, when it has its answer', async () => {
    const { client, memory, model } = remembering(['hi', [addCall], '2', 'three'], { keepToolMessages })
    const manager = new ToolCallingManager()
    const options = { tools: ToolSet.of([addTool()]) }
    const ask = (messages: readonly Message[]): Promise<ChatResponse> =>
      client.prompt({ messages, options: {} }).conversation('a').toolCalling(false).call().chatResponse()
    await ask([userMessage('hello')])
    const question = [userMessage('add')]

    const asked = await ask(question)
    const afterCalls = await memory.get('a')
    const { conversationHistory } = await manager.executeToolCalls({ messages: question, options }, asked)
    await ask(conversationHistory)
    await client.prompt('and now?').conversation('a').call().content()

    expect(roles(afterCalls)).toEqual(['user', 'assistant'])
    const turn = ['user', 'assistant', 'tool', 'assistant']
    expect(roles(model.prompts[3]?.messages)).toEqual(['system', 'user', 'assistant', ...turn, 'user'])
    expect((await memory.get('a')).at(-3)).toEqual({ role: 'assistant', content: '2' })
  })
})

test('a turn that is cut short leaves nothing, though a hook has added to it', async () => {
  class Reminds extends ToolCallingAdvisor {
    protected override beforeRound(request: ChatClientRequest, turn: ToolLoopTurn): ChatClientRequest {
      turn.remember(userMessage('Hurry.'))
      return request
    }
  }
  const { client, memory } = remembering([[addCall]], { toolCallingAdvisor: new Reminds({ maxTurnTokens: 1 }) })
  const spent = new ScriptedChatModel([
    { calls: [addCall], usage: { promptTokens: 1, completionTokens: 1, totalTokens: 2 } },
  ])

  const { outcome } = await client.with({ model: spent }).prompt('add').conversation('a').call().chatClientResponse()

  expect(outcome).toMatchObject({ type: 'limitExceeded', answered: false })
  expect(await memory.get('a')).toEqual([])
})
