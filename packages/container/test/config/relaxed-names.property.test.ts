import { ConfigurationProperties } from '@vernal/container'
import { createTestContext } from '@vernal/container/testing'
import fc from 'fast-check'
import { z } from 'zod'

const word = fc.stringMatching(/^[a-z][a-z0-9]{0,6}$/)
const words = fc.array(word, { minLength: 1, maxLength: 3 })

const camel = (parts: readonly string[]) =>
  parts.map((part, index) => (index === 0 ? part : part.charAt(0).toUpperCase() + part.slice(1))).join('')

type Spelling = (elements: readonly (readonly string[])[]) => string
const dotted: Readonly<Record<string, Spelling>> = {
  kebab: (elements) => elements.map((parts) => parts.join('-')).join('.'),
  camel: (elements) => elements.map(camel).join('.'),
  snake: (elements) => elements.map((parts) => parts.join('_')).join('.'),
  upper: (elements) => elements.map((parts) => parts.join('').toUpperCase()).join('.'),
}
const variables: Readonly<Record<string, Spelling>> = {
  documented: (elements) =>
    elements
      .map((parts) => parts.join(''))
      .join('_')
      .toUpperCase(),
  legacy: (elements) =>
    elements
      .map((parts) => parts.join('_'))
      .join('_')
      .toUpperCase(),
  lower: (elements) => elements.map((parts) => parts.join('_')).join('_'),
}

async function bound(prefix: string, key: string, source: Parameters<typeof createTestContext>[0]): Promise<unknown> {
  class Wanted extends ConfigurationProperties(prefix, z.object({ [key]: z.string().optional() })) {}
  await using context = await createTestContext({ components: [Wanted], ...source })
  return (context.get(Wanted) as Record<string, unknown>)[key]
}

test('every spelling of a name in every source binds the same', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(words, { minLength: 2, maxLength: 3 }), async (elements) => {
      const prefix = `p${elements
        .slice(0, -1)
        .map((parts) => parts.join('-'))
        .join('.')}`
      const all = [[prefix.split('.')[0]?.split('-') ?? []], elements.slice(1)].flat()
      const key = camel(elements.at(-1) ?? [])
      for (const spell of Object.values(dotted)) {
        expect(await bound(prefix, key, { properties: { [spell(all)]: 'x' } })).toBe('x')
        expect(await bound(prefix, key, { args: [`--${spell(all)}=x`] })).toBe('x')
      }
      for (const spell of Object.values(variables)) {
        expect(await bound(prefix, key, { env: { [spell(all)]: 'x' } })).toBe('x')
      }
    }),
    { numRuns: 25 },
  )
})

test('whichever sources have a value, the strongest one wins', async () => {
  const levels = ['defaults', 'env', 'args', 'properties'] as const
  await fc.assert(
    fc.asyncProperty(fc.subarray([...levels], { minLength: 1 }), async (present) => {
      const source = {
        ...(present.includes('defaults') ? { defaults: { 'p.key': 'defaults' } } : {}),
        ...(present.includes('env') ? { env: { P_KEY: 'env' } } : {}),
        ...(present.includes('args') ? { args: ['--p.key=args'] } : {}),
        ...(present.includes('properties') ? { properties: { p: { key: 'properties' } } } : {}),
      }
      expect(await bound('p', 'key', source)).toBe(present.at(-1))
    }),
  )
})
