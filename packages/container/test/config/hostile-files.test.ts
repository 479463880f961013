import { createTestContext } from '@vernal/container/testing'
import { inFolder, Workspace } from '../workspace'

async function messageOf(yaml: string): Promise<string> {
  using workspace = new Workspace({ 'application.yaml': yaml })
  const error: unknown = await createTestContext({ configDir: workspace.folder }).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ code: 'CONFIGURATION_UNREADABLE' })
  return (error as Error).message
}

test.each([
  ['an alias within itself', 'shop:\n  tags: &a [x, *a]', /:2:16: \*a stands within what it repeats/],
  ['a merge with itself', 'shop: &s\n  <<: *s\n  name: a', /stands within what it repeats/],
  ['values nested without end', `tags: ${'['.repeat(20_000)}`, /values are nested too deeply/],
  ['a key twice, between others', 'a: 1\nb: 2\na: 3', /:3:1: the key stands in this map twice\. Keep one of the two/],
  ['a key twice in a flow map', 'shop: { a: 1, "a": 2 }', /the key stands in this map twice/],
])('%s is refused', async (_, yaml, expected) => {
  expect(await messageOf(yaml)).toMatch(expected)
})

test('aliases of aliases that would fill the memory are refused', async () => {
  const level = (name: string, of: string): string => `${name}: &${name} [${Array(9).fill(`*${of}`).join()}]`
  const bomb = [
    'a: &a [x,x,x,x,x,x,x,x,x]',
    ...['b', 'c', 'd', 'e', 'f', 'g'].map((name, at) => level(name, 'abcdefg'.charAt(at))),
  ]
  expect(await messageOf(bomb.join('\n'))).toMatch(/aliases repeat more than 10000 values\. Write the values out/)
})

test('aliases repeat the last value of their name, as often as a file needs', async () => {
  const yaml = `a: &x 1\nb: *x\nc: &x 2\nd: *x\nmany:\n${'  - *x\n'.repeat(5000)}`
  await inFolder({ 'application.yaml': yaml }, async ({ folder }) => {
    await using context = await createTestContext({ configDir: folder })
    expect(['b', 'd', 'many[4999]'].map((key) => context.environment.get(key))).toEqual(['1', '2', '2'])
  })
})

test('placeholders that double each other are refused at the start, before they fill the memory', async () => {
  const lines = Array.from({ length: 40 }, (_, at) => `p${at + 1}: "\${p${at}}\${p${at}}"`)
  using workspace = new Workspace({ 'application.yaml': ['p0: x', ...lines].join('\n') })
  await expect(createTestContext({ configDir: workspace.folder })).rejects.toMatchObject({
    code: 'PLACEHOLDER_UNRESOLVED',
    message: expect.stringMatching(/of "p\d+" \(.*application\.yaml:\d+:\d+\) ask for more than 1000 values/) as string,
  })
})
