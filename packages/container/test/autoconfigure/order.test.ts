import {
  AutoConfiguration,
  type AutoConfigurationOptions,
  type Class,
  Component,
  ExcludeAutoConfiguration,
} from '@vernal/container'
import { ApplicationContextRunner, createTestContext } from '@vernal/container/testing'
import fc from 'fast-check'

/** An auto-configuration class with a name of its own. */
function auto(name: string, options: AutoConfigurationOptions = {}): Class {
  const type = { [name]: class {} }[name] as Class
  AutoConfiguration(options)(type)
  return type
}

async function orderOf(types: readonly Class[]): Promise<readonly string[]> {
  await using context = await createTestContext({ autoConfigurations: types })
  return context.conditions.unconditional
}

test('alphabetical, then by order, then after what each wants to come after', async () => {
  expect(await orderOf([auto('C'), auto('A'), auto('B')])).toEqual(['A', 'B', 'C'])
  expect(await orderOf([auto('A', { order: 1 }), auto('B'), auto('C', { order: -1 })])).toEqual(['C', 'B', 'A'])
  expect(await orderOf([auto('A', { after: ['C'] }), auto('B'), auto('C', { before: ['B'] })])).toEqual(['C', 'A', 'B'])
})

test('references to absent classes are ignored, excluded ones still pass on the order', async () => {
  const types = [auto('A', { after: ['B'] }), auto('B', { after: ['C', 'Nowhere'] }), auto('C')]
  await new ApplicationContextRunner()
    .withAutoConfigurations(...types)
    .withPropertyValues('vernal.autoconfigure.exclude=B')
    .run(({ application }) => {
      expect(application.conditions.unconditional).toEqual(['C', 'A'])
      expect(application.conditions.exclusions).toEqual(['B'])
    })
})

test('auto-configurations that want to come after each other are refused by name', async () => {
  await expect(orderOf([auto('A', { after: ['B'] }), auto('B', { after: ['A'] })])).rejects.toThrow('A → B → A')
})

test('exclusion by annotation, by property and altogether; a wrong name is refused', async () => {
  const A = auto('AlphaConfiguration')
  @Component()
  @ExcludeAutoConfiguration(A)
  class User {}
  const runner = new ApplicationContextRunner().withAutoConfigurations(A)
  await runner.withUserConfiguration(User).run(({ application }) => expect(application.find(A)).toBeUndefined())
  await runner
    .withPropertyValues('vernal.autoconfigure.enabled=false')
    .run(({ application }) => expect(application.find(A)).toBeUndefined())
  await runner
    .withPropertyValues('vernal.autoconfigure.exclude=AlphaConfigration')
    .run(({ failure }) => expect(String(failure)).toContain('Did you mean AlphaConfiguration?'))
  await runner
    .withUserConfiguration(User)
    .withPropertyValues('vernal.autoconfigure.exclude=User')
    .run(({ failure }) => expect(String(failure)).toContain('is a component of the application'))
})

test('any order of discovery gives the same order of registration, every wish being granted', async () => {
  const graph = fc.array(fc.tuple(fc.nat(7), fc.nat(7)), { maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(graph, fc.infiniteStream(fc.nat()), async (edges, noise) => {
      // Edges go from higher to lower numbers, so that there is no circle.
      const wishes = edges.filter(([a, b]) => a !== b).map(([a, b]) => [Math.max(a, b), Math.min(a, b)] as const)
      const types = Array.from({ length: 8 }, (_, at) =>
        auto(`T${(at * 5) % 8}`, {
          after: wishes.filter(([later]) => later === at).map(([, earlier]) => `T${(earlier * 5) % 8}`),
        }),
      )
      const shuffled = types
        .map((type) => ({ type, rank: noise.next().value as number }))
        .sort((a, b) => a.rank - b.rank)
      const order = await orderOf(types)
      expect(await orderOf(shuffled.map(({ type }) => type))).toEqual(order)
      for (const [later, earlier] of wishes) {
        expect(order.indexOf(`T${(later * 5) % 8}`)).toBeGreaterThan(order.indexOf(`T${(earlier * 5) % 8}`))
      }
    }),
    { numRuns: 40 },
  )
})
