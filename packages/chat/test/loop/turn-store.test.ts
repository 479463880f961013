import { InMemoryTurnStore } from '@vernal/chat'
import { turnStoreContract } from '@vernal/chat/testing'

describe('turns in memory', () => {
  for (const { name, run } of turnStoreContract(() => new InMemoryTurnStore())) test(name, run)
})
