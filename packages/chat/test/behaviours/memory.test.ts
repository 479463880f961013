import {
  assistantMessage,
  ChatClient,
  InMemoryChatMemoryRepository,
  MessageChatMemoryAdvisor,
  MessageWindowChatMemory,
  systemMessage,
  toolMessage,
  userMessage,
  type Message,
} from '@vernal/chat'
import { ScriptedChatModel } from '@vernal/chat/testing'
import { addTool } from '../order-tools'
import { collect } from './asking'

/** `S1 U1 A1`: a system, a user and an assistant message; the letter says whose it is. */
const messagesOf = (words: string): readonly Message[] =>
  words
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => {
      if (word.startsWith('S')) return systemMessage(word)
      return word.startsWith('U') ? userMessage(word) : assistantMessage(word)
    })

const wordsOf = (messages: readonly Message[]): string =>
  messages.map((message) => ('content' in message ? message.content : message.role)).join(' ')

describe('a window', () => {
  test.each([
    ['moves its cut forward to a user message', 2, ['U1 A1 U2 A2 U3'], 'U3'],
    ['leaves no answer without its question', 3, ['U1 A1 U2 A2 U3 A3'], 'U3 A3'],
    ['keeps all that fits', 3, ['U1 A1', 'U2'], 'U1 A1 U2'],
    ['cuts no more than it must', 4, ['U1 A1 U2 A2 U3 A3'], 'U2 A2 U3 A3'],
    ['keeps system messages', 3, ['S U1 A1', 'U2 A2'], 'S U2 A2'],
    ['removes a turn whole', 4, ['U1 a b c U2 A2'], 'U2 A2'],
    ['keeps the newest turn, though system messages fill it', 3, ['S1 S2 U1 A1', 'U2 A2'], 'S1 S2 U2 A2'],
    ['keeps the newest question, though system messages fill it', 2, ['S1 S2', 'U1 A1 U2'], 'S1 S2 U2'],
    ['takes new system messages for old ones', 5, ['S1 U1 A1', 'S2 U2 A2'], 'U1 A1 S2 U2 A2'],
  ])('%s', async (_what, maxMessages, additions, expected) => {
    const memory = new MessageWindowChatMemory({ maxMessages })
    for (const words of additions) await memory.add('c', messagesOf(words))
    expect(wordsOf(await memory.get('c'))).toBe(expected)
  })

  test('keeps a running turn whole, however long it is', async () => {
    const turn = [
      userMessage('U'),
      assistantMessage('', [{ id: 'c', name: 'add', arguments: '{}' }]),
      toolMessage([{ callId: 'c', name: 'add', content: '2' }]),
      assistantMessage('A'),
    ]
    const memory = new MessageWindowChatMemory({ maxMessages: 2 })
    await memory.add('c', turn)
    expect(await memory.get('c')).toEqual(turn)
  })
})

describe('a repository', () => {
  test('replaces what was saved, and knows nothing of other conversations', async () => {
    const repository = new InMemoryChatMemoryRepository()
    await repository.update('c', () => messagesOf('U1 A1'))
    await repository.update('c', () => messagesOf('U2'))
    expect(wordsOf(await repository.find('c'))).toBe('U2')
    expect(await repository.find('unknown')).toEqual([])
  })

  test('lists conversations until they are deleted', async () => {
    const repository = new InMemoryChatMemoryRepository()
    for (const id of ['a', 'b']) await repository.update(id, () => messagesOf('U'))
    expect(await repository.conversationIds()).toEqual(['a', 'b'])
    await repository.delete('a')
    expect(await repository.conversationIds()).toEqual(['b'])
  })
})

describe('a client with a memory', () => {
  function remembering(...script: ConstructorParameters<typeof ScriptedChatModel>[0]) {
    const memory = new MessageWindowChatMemory()
    const model = new ScriptedChatModel(script)
    const advisors = [new MessageChatMemoryAdvisor(memory)]
    return { memory, model, client: new ChatClient({ model, tools: [addTool()], advisors }) }
  }

  test.each([false, true])('is reminded of both turns (streaming: %s)', async (streaming) => {
    const { memory, model, client } = remembering('first answer', 'second answer')
    for (const text of ['U1', 'U2']) {
      const request = client.prompt(text).conversation('c')
      await (streaming ? collect(request.stream().content()) : request.call().content())
    }
    expect(model.prompts.map(({ messages }) => wordsOf(messages))).toEqual(['U1', 'U1 first answer U2'])
    expect(wordsOf(await memory.get('c'))).toBe('U1 first answer U2 second answer')
  })

  test('is not sent twice what the caller sends along', async () => {
    const { memory, model, client } = remembering('A1', 'A2', 'A3', 'A4')
    const ask = (words: string) =>
      client
        .prompt()
        .messages(...messagesOf(words))
        .conversation('c')
        .call()
        .content()
    await client.prompt('U1').conversation('c').call().content()
    await ask('U1 A1 U2')
    await ask('U0 A0 U1 A1 U2 A2 U3')
    await ask('U1 A1 U4')
    expect(model.prompts.map(({ messages }) => wordsOf(messages))).toEqual([
      'U1',
      'U1 A1 U2',
      'U0 A0 U1 A1 U2 A2 U3',
      'U1 A1 U2 A2 U3 A3 U1 A1 U4',
    ])
    expect(wordsOf(await memory.get('c'))).toBe('U1 A1 U2 A2 U3 A3 U4 A4')
  })

  test('stores exactly the last user message and what came of it', async () => {
    const { memory, client } = remembering('A')
    await client
      .prompt('U')
      .system('S')
      .messages(userMessage('earlier'), assistantMessage('x'))
      .conversation('c')
      .call()
      .content()
    expect(wordsOf(await memory.get('c'))).toBe('U A')
  })

  test('stores a turn that begins with results of tools', async () => {
    const { memory, client } = remembering('A')
    const results = toolMessage([{ callId: 'c', name: 'add', content: '2' }])
    const turn = [userMessage('U'), assistantMessage('', [{ id: 'c', name: 'add', arguments: '{}' }]), results]
    await client
      .prompt()
      .messages(...turn)
      .conversation('c')
      .call()
      .content()
    expect((await memory.get('c')).slice(-2)).toEqual([results, assistantMessage('A')])
  })

  test.each([
    ['moves a system message to the front', 'U0 S', 'S U0'],
    ['leaves one that is in front', 'S U0', 'S U0'],
  ])('%s', async (_what, given, expected) => {
    const { memory, model, client } = remembering('A')
    await memory.add('c', messagesOf('U1 A1'))
    await client
      .prompt()
      .messages(...messagesOf(given))
      .conversation('c')
      .call()
      .content()
    expect(wordsOf(model.prompts[0]?.messages ?? [])).toBe(expected.replace('S', 'S U1 A1'))
  })
})
