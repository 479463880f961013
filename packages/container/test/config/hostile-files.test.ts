import { ConfigurationProperties } from '@vernal/container'
import { createTestContext, type TestContextOptions } from '@vernal/container/testing'
import { z } from 'zod'
import { inFolder, Workspace } from '../workspace'

class Shop extends ConfigurationProperties(
  'shop',
  z.object({ names: z.array(z.string()).default([]), map: z.record(z.string(), z.string()).default({}) }),
) {}

/** What a start with the options gives: the shop, or the code and message of the refusal. */
async function outcome(options: TestContextOptions): Promise<unknown> {
  try {
    await using context = await createTestContext({ components: [Shop], ...options })
    return { ...context.get(Shop) }
  } catch (error) {
    const { code, message } = error as Error & { code?: string }
    return `${code} ${message}`
  }
}

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
    message: expect.stringMatching(
      /of "p\d+" \(.*application\.yaml:\d+:\d+\) needs more than 1000 placeholders/,
    ) as string,
  })
})

const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le')

test.each([
  ['yaml in UTF-16', 'application.yaml', utf16('shop: {}'), /application\.yaml: the file is in UTF-16/],
  ['yaml in UTF-16, the other way around', 'application.yaml', utf16('shop: {}').swap16(), /the file is in UTF-16/],
  [
    'yaml in Latin 1',
    'application.yaml',
    Buffer.from('shop.names: café', 'latin1'),
    /the file is not in UTF-8\. Save it/,
  ],
  ['variables in UTF-16', '.env', utf16('SHOP_NAMES=a'), /\.env: the file is in UTF-16/],
  ['variables in Latin 1', '.env', Buffer.from('SHOP_NAMES=café', 'latin1'), /\.env: the file is not in UTF-8/],
])('%s is refused by name, not read wrongly', async (_, name, bytes, expected) => {
  using workspace = new Workspace({ [name]: bytes })
  expect(await outcome({ configDir: workspace.folder })).toMatch(expected)
})

test.each([
  ['a byte order mark', { 'application.yaml': '\ufeffshop.names: a', '.env': '\ufeffSHOP_MAP_B=c' }],
  ['empty documents', { 'application.yaml': '---\n---\n# none\n---\nshop.names: a\n---\nshop.map.b: c\n---\n' }],
  [
    'an empty file beside',
    { 'application.yaml': '', 'application.json': '{"shop":{"names":"a","map":{"b":"c"}}}', '.env': '' },
  ],
  ['tabs in JSON', { 'application.json': '{\n\t"shop": {\n\t\t"names": ["a"],\n\t\t"map": { "b": "c" }\n\t}\n}\n' }],
])('%s does no harm', async (_, files) => {
  using workspace = new Workspace(files)
  expect(await outcome({ configDir: workspace.folder })).toEqual({ names: ['a'], map: { b: 'c' } })
})

const DEEP = 20_000
const parts = (separator: string): string => Array(DEEP).fill('a').join(separator)

test.each<[string, TestContextOptions, RegExp]>([
  [
    'a key of the command line',
    { args: [`--shop.map.${parts('.')}=x`] },
    /^CONFIGURATION_NAME_INVALID .*begins with "shop\.map\.a\.a\.a"/,
  ],
  ['a variable', { env: { [`SHOP_MAP_${parts('_')}`]: 'x' } }, /^CONFIGURATION_NAME_INVALID .*more than 200 parts/],
  ['an object given to run', { properties: { [parts('.')]: 'x' } }, /^CONFIGURATION_NAME_INVALID /],
  [
    'a JSON variable',
    { env: { VERNAL_APPLICATION_JSON: `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}` } },
    /nested too deeply/,
  ],
  [
    'placeholders in names',
    { args: [`--a=${'${'.repeat(DEEP)}x${'}'.repeat(DEEP)}`] },
    /^PLACEHOLDER_UNRESOLVED .*"a".*1000/,
  ],
  [
    'placeholders in defaults',
    { args: [`--a=${'${b:'.repeat(DEEP)}x${'}'.repeat(DEEP)}`] },
    /^PLACEHOLDER_UNRESOLVED /,
  ],
])('%s nested without end is refused', async (_, options, expected) => {
  const text = await outcome(options)
  expect(text).toMatch(expected)
  expect(String(text).length).toBeLessThan(1000)
})

test.each(['(', '!'])('a profile expression of %s without end is refused', async (sign) => {
  using workspace = new Workspace({
    'application.yaml': `vernal.config.activate.on-profile: "${sign.repeat(DEEP)}a"`,
  })
  const text = await outcome({ configDir: workspace.folder })
  expect(text).toMatch(/^PROFILE_INVALID .*nested more than 100 levels deep/)
  expect(String(text).length).toBeLessThan(1000)
})

test.each([
  [
    'SHOP_NAMES_999999999',
    /shop\.names\[999999999\] \(environment variable SHOP_NAMES_999999999\): the list has no element \[0\]/,
  ],
  [
    'SHOP_NAMES_99999999999999999999',
    /names\[99999999999999999999\] \(environment variable .*\): is no index of a list/,
  ],
  ['SHOP_NAMES_00', /names\[00\] \(environment variable SHOP_NAMES_00\): is no index of a list/],
])('%s is refused without filling a list', async (variable, expected) => {
  expect(await outcome({ env: { [variable]: 'a' } })).toMatch(expected)
})

test('a word in brackets is no index, and a word behind a list is left to those who know it', async () => {
  expect(await outcome({ args: ['--shop.names[x]=a'] })).toMatch(
    /names\[x\] \(command line --shop\.names\[x\]\): is no index/,
  )
  expect(await outcome({ env: { SHOP_NAMES_0: 'a', SHOP_NAMES_COUNT: '1' } })).toEqual({ names: ['a'], map: {} })
})

test('the JSON variable keeps what is written, and shows nothing of itself when it is no JSON', async () => {
  const json = (text: string) => outcome({ env: { VERNAL_APPLICATION_JSON: text } })
  expect(
    await json('{"shop":{"names":[12345678901234567890, 1.10, "\\ud83d\\ude00"],\n\t"map":{"a":null,"b":"c"}}}'),
  ).toEqual({
    names: ['12345678901234567890', '1.10', '😀'],
    map: { b: 'c' },
  })
  expect(await json(' ')).toEqual({ names: [], map: {} })
  const refused = await json('{"password": hunter2}')
  expect(refused).toMatch(/VERNAL_APPLICATION_JSON: is not JSON.*Write one object/)
  expect(refused).not.toMatch(/hunter|password/)
})
