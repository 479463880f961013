import assert from 'node:assert/strict'
import { assistantMessage, userMessage } from '../messages/message'
import type { TurnState } from '../loop/turn-state'
import type { TurnStore } from '../loop/turn-store'
import type { ContractCase } from './chat-memory-repository-contract'

const suspended = (id: string): TurnState => ({
  version: 1,
  id,
  origin: { messages: [userMessage('Refund A-1 🙂')], options: { temperature: 0 }, context: { tenant: 'blue' } },
  transcript: [userMessage('Refund A-1 🙂')],
  begin: 1,
  options: {},
  message: assistantMessage('', [{ id: 'c1', name: 'refund', arguments: '{"amount":"99999999999999999999"}' }]),
  results: [],
  approvals: [{ id: `approval of ${id}`, callId: 'c1', name: 'refund', arguments: { amount: '99999999999999999999' } }],
  rounds: 1,
})

/**
 * The rules of a {@link TurnStore}, for every implementation, ours and others'.
 *
 * ```ts
 * for (const { name, run } of turnStoreContract(() => new MyTurnStore())) test(name, run)
 * ```
 *
 * @param open makes an empty store
 */
export function turnStoreContract(open: () => TurnStore | Promise<TurnStore>): readonly ContractCase[] {
  const rule = (name: string, check: (store: TurnStore) => Promise<void>): ContractCase => ({
    name,
    run: async () => check(await open()),
  })
  return [
    rule('a turn that is not known is not there', async (store) => {
      assert.equal(await store.find('nobody'), undefined)
      assert.equal(await store.take('nobody'), undefined)
    }),
    rule('a turn comes back as it was saved, and stays until it is taken', async (store) => {
      await store.save(suspended('a'))
      assert.deepEqual(await store.find('a'), suspended('a'))
      assert.deepEqual(await store.find('a'), suspended('a'))
      assert.deepEqual(await store.take('a'), suspended('a'))
    }),
    rule('a turn that was taken is gone', async (store) => {
      await store.save(suspended('a'))
      await store.take('a')
      assert.equal(await store.find('a'), undefined)
      assert.equal(await store.take('a'), undefined)
    }),
    rule('of many who take a turn at once one gets it', async (store) => {
      await store.save(suspended('a'))
      const taken = await Promise.all(Array.from({ length: 20 }, () => store.take('a')))
      assert.equal(taken.filter((state) => state !== undefined).length, 1)
    }),
    rule('turns do not see each other', async (store) => {
      await store.save(suspended('a'))
      await store.save(suspended('A'))
      await store.take('a')
      assert.deepEqual(await store.find('A'), suspended('A'))
    }),
    rule('what is given out is a copy', async (store) => {
      const state = suspended('a')
      await store.save(state)
      Object.assign(state.origin.context, { tenant: 'red' })
      const found = await store.find('a')
      Object.assign(found?.origin.context ?? {}, { tenant: 'green' })
      assert.deepEqual(await store.take('a'), suspended('a'))
    }),
  ]
}
