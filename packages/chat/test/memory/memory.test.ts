import {
  assistantMessage,
  InMemoryChatMemoryRepository,
  MessageWindowChatMemory,
  toolMessage,
  userMessage,
  type Message,
} from '@vernal/chat'
import { chatMemoryRepositoryContract } from '@vernal/chat/testing'
import fc from 'fast-check'

describe('the repository in this process', () => {
  for (const { name, run } of chatMemoryRepositoryContract(() => new InMemoryChatMemoryRepository())) test(name, run)

  test('forgets the conversation that was not used for longest', async () => {
    const repository = new InMemoryChatMemoryRepository({ maxConversations: 2 })

    for (const id of ['a', 'b']) await repository.update(id, () => [userMessage(id)])
    await repository.find('a')
    await repository.update('c', () => [userMessage('c')])

    expect((await repository.conversationIds()).toSorted()).toEqual(['a', 'c'])
  })
})

const turnWithTool = (text: string): readonly Message[] => [
  userMessage(text),
  assistantMessage('', [{ id: text, name: 'find', arguments: '{}' }]),
  toolMessage([{ callId: text, name: 'find', content: 'found' }]),
  assistantMessage(`answer to ${text}`),
]

describe('a window of messages', () => {
  test('keeps the newest turns whole', async () => {
    const memory = new MessageWindowChatMemory({ maxMessages: 6 })

    for (const text of ['1', '2', '3']) await memory.add('a', turnWithTool(text))

    expect(await memory.get('a')).toEqual(turnWithTool('3'))
  })

  test('keeps the newest turn though it is longer than the window', async () => {
    const memory = new MessageWindowChatMemory({ maxMessages: 2 })

    await memory.add('a', turnWithTool('1'))

    expect(await memory.get('a')).toEqual(turnWithTool('1'))
  })

  test('keeps system messages, and new ones take the place of old ones', async () => {
    const memory = new MessageWindowChatMemory({ maxMessages: 4 })
    const system = (content: string): Message => ({ role: 'system', content })

    await memory.add('a', [system('old'), ...turnWithTool('1')])
    await memory.add('a', turnWithTool('2'))
    expect(await memory.get('a')).toEqual([system('old'), ...turnWithTool('2')])
    await memory.add('a', [system('new')])

    expect(await memory.get('a')).toEqual([...turnWithTool('2'), system('new')])
  })

  test('an empty conversation id is refused', async () => {
    const memory = new MessageWindowChatMemory()

    await expect(memory.get('')).rejects.toMatchObject({ code: 'CHAT_CONVERSATION_ID_MISSING' })
    await expect(memory.add(' ', [])).rejects.toMatchObject({ code: 'CHAT_CONVERSATION_ID_MISSING' })
  })

  test.each([0, -1, 2.5])('of %p messages is refused', (maxMessages) => {
    expect(() => new MessageWindowChatMemory({ maxMessages })).toThrow(/greater than 0/)
  })

  test('whatever turns pass through it, a provider accepts what is left: it begins with the user and pairs every call', async () => {
    const turn = fc
      .tuple(fc.string(), fc.boolean())
      .map(([text, withTool]) => (withTool ? turnWithTool(text) : [userMessage(text), assistantMessage('ok')]))
    await fc.assert(
      fc.asyncProperty(
        fc.array(turn, { maxLength: 12 }),
        fc.integer({ min: 1, max: 10 }),
        async (turns, maxMessages) => {
          const memory = new MessageWindowChatMemory({ maxMessages })
          for (const messages of turns) await memory.add('a', messages)

          const kept = await memory.get('a')
          const newest = turns.at(-1) ?? []
          expect(kept.slice(kept.length - newest.length)).toEqual(newest)
          expect(kept.length).toBeLessThanOrEqual(Math.max(maxMessages, newest.length))
          expect(kept[0]?.role ?? 'user').toBe('user')
          kept.forEach((message, index) => {
            if (message.role === 'tool') expect(kept[index - 1]).toHaveProperty('toolCalls')
          })
        },
      ),
    )
  })
})
