import assert from 'node:assert/strict'
import { assistantMessage, toolMessage, userMessage, type Message } from '../messages/message'
import type { ChatMemoryRepository } from '../memory/chat-memory-repository'

/** One rule that every implementation keeps. */
export interface ContractCase {
  /** A sentence about behaviour. */
  readonly name: string
  readonly run: () => Promise<void>
}

const TURN: readonly Message[] = [
  userMessage('Which orders?'),
  assistantMessage('', [{ id: 'c1', name: 'findOrders', arguments: '{"customerId":"42"}' }]),
  toolMessage([{ callId: 'c1', name: 'findOrders', content: '["A-1"]' }]),
  assistantMessage('Order A-1. 🙂'),
]

/**
 * The rules of a {@link ChatMemoryRepository}, for every implementation, ours and others'.
 *
 * ```ts
 * for (const { name, run } of chatMemoryRepositoryContract(() => new MyRepository())) test(name, run)
 * ```
 *
 * @param open makes an empty repository
 */
export function chatMemoryRepositoryContract(
  open: () => ChatMemoryRepository | Promise<ChatMemoryRepository>,
): readonly ContractCase[] {
  const rule = (name: string, check: (repository: ChatMemoryRepository) => Promise<void>): ContractCase => ({
    name,
    run: async () => check(await open()),
  })
  return [
    rule('a conversation that is not known is empty', async (repository) => {
      assert.deepEqual(await repository.find('nobody'), [])
      await repository.delete('nobody')
    }),
    rule('messages come back as they were stored, calls and results included', async (repository) => {
      await repository.update('a', () => TURN)
      assert.deepEqual(await repository.find('a'), TURN)
    }),
    rule('conversations do not see each other', async (repository) => {
      await repository.update('a', () => TURN)
      await repository.update('A', () => [userMessage('other')])
      assert.deepEqual(await repository.find('a'), TURN)
      assert.deepEqual((await repository.conversationIds()).toSorted(), ['A', 'a'])
    }),
    rule('an update sees what is stored and replaces it', async (repository) => {
      await repository.update('a', () => TURN)
      await repository.update('a', (messages) => messages.slice(0, 1))
      assert.deepEqual(await repository.find('a'), TURN.slice(0, 1))
    }),
    rule('of many updates at once none is lost', async (repository) => {
      const texts = Array.from({ length: 50 }, (_, index) => `message ${index}`)
      await Promise.all(texts.map((text) => repository.update('a', (messages) => [...messages, userMessage(text)])))
      const stored = (await repository.find('a')).map((message) => ('content' in message ? message.content : ''))
      assert.deepEqual(stored.toSorted(), texts.toSorted())
    }),
    rule('a change that throws stores nothing', async (repository) => {
      await repository.update('a', () => TURN)
      const failing = repository.update('a', () => {
        throw new Error('no')
      })
      await assert.rejects(failing, /no/)
      assert.deepEqual(await repository.find('a'), TURN)
    }),
    rule('what was deleted is gone', async (repository) => {
      await repository.update('a', () => TURN)
      await repository.delete('a')
      assert.deepEqual(await repository.find('a'), [])
      assert.deepEqual(await repository.conversationIds(), [])
    }),
  ]
}
