import { type Class, Component, InjectTokens, PreDestroy } from '@vernal/container'
import { createTestContext } from '@vernal/container/testing'
import fc from 'fast-check'

test('beans are made after what they need and closed before it, whatever the order of declaration', async () => {
  const graphs = fc.array(fc.tuple(fc.nat(11), fc.nat(11)), { maxLength: 24 })
  await fc.assert(
    fc.asyncProperty(graphs, fc.shuffledSubarray([...Array(12).keys()], { minLength: 12 }), async (pairs, declared) => {
      const edges = pairs.filter(([a, b]) => a !== b).map(([a, b]) => [Math.max(a, b), Math.min(a, b)] as const)
      const made: number[] = []
      const closed: number[] = []
      const types: Class[] = []
      for (let id = 0; id < 12; id++) {
        class Node {
          constructor() {
            made.push(id)
          }
          bye() {
            closed.push(id)
          }
        }
        PreDestroy()(Node.prototype, 'bye')
        Component(`node${id}`)(Node)
        InjectTokens(
          ...[...new Set(edges.filter(([needs]) => needs === id).map(([, needed]) => types[needed] as Class))],
        )(Node)
        types.push(Node)
      }
      const context = await createTestContext({ components: declared.map((id) => types[id] as Class) })
      await context.close()
      expect([...made].sort((a, b) => a - b)).toEqual([...Array(12).keys()])
      for (const [needs, needed] of edges) expect(made.indexOf(needs)).toBeGreaterThan(made.indexOf(needed))
      expect(closed).toEqual([...made].reverse())
    }),
    { numRuns: 50 },
  )
})
