import { ConfigurationProperties, configurationSchema, dataSize, duration, secret } from '@vernal/container'
import { createTestContext } from '@vernal/container/testing'
import { z } from 'zod'
import { inFolder } from '../workspace'

type Options = NonNullable<Parameters<typeof createTestContext>[0]>

/** Binds a schema at `shop` from yaml and other sources. */
async function bind<S extends z.ZodObject>(schema: S, yaml: string, options: Options = {}): Promise<z.output<S>> {
  class Shop extends ConfigurationProperties('shop', schema as z.ZodObject) {}
  let values: unknown
  await inFolder({ 'application.yaml': yaml }, async ({ folder }) => {
    await using context = await createTestContext({ configDir: folder, components: [Shop], ...options })
    values = { ...context.get(Shop) }
  })
  return values as z.output<S>
}

const problem = (schema: z.ZodObject, yaml: string, options: Options = {}): Promise<string> =>
  bind(schema, yaml, options).then(
    () => 'it fits',
    (error: Error) => error.message,
  )

test('text stays as written, numbers and truth values are read where they are asked for', async () => {
  const schema = z.object({
    id: z.string(),
    version: z.string(),
    long: z.string(),
    count: z.number(),
    on: z.boolean(),
    off: z.boolean(),
    big: z.bigint(),
    hex: z.string(),
  })
  const yaml =
    'shop: { id: 01234, version: 1.10, long: 12345678901234567890, count: 1e3, on: yes, off: OFF, big: 98765432109876543210, hex: 0x1F }'
  expect(await bind(schema, yaml)).toEqual({
    id: '01234',
    version: '1.10',
    long: '12345678901234567890',
    count: 1000,
    on: true,
    off: false,
    big: 98765432109876543210n,
    hex: '0x1F',
  })
})

test('enums and literals match by letters and digits, and an error lists the values', async () => {
  const schema = z.object({ mode: z.enum(['FAST_LANE', 'slow']), fixed: z.literal(['a', 'b']).optional() })
  expect(await bind(schema, 'shop: { mode: fast-lane, fixed: A }')).toEqual({ mode: 'FAST_LANE', fixed: 'a' })
  expect(await problem(schema, 'shop:\n  mode: other')).toMatch(
    /shop\.mode = "other" \(.*:2:9\): one of FAST_LANE, slow is expected/,
  )
})

test('a list comes whole from the strongest source that has one, as sequence or with commas', async () => {
  const schema = z.object({
    names: z.array(z.string()),
    items: z.array(z.object({ name: z.string(), size: z.number().default(1) })).default([]),
  })
  const yaml = 'shop:\n  names: [a, b, c]\n  items: [{ name: x, size: 5 }, { name: y }]'
  expect(await bind(schema, yaml)).toEqual({
    names: ['a', 'b', 'c'],
    items: [
      { name: 'x', size: 5 },
      { name: 'y', size: 1 },
    ],
  })
  const env = { SHOP_ITEMS_0_NAME: 'z', SHOP_NAMES: 'p, q' }
  expect(await bind(schema, yaml, { env })).toEqual({ names: ['p', 'q'], items: [{ name: 'z', size: 1 }] })
  expect(await bind(schema, 'shop: { names: [], items: "" }')).toEqual({ names: [], items: [] })
})

test('a list with a gap is refused, naming the element that cannot be placed', async () => {
  const message = await problem(z.object({ names: z.array(z.string()) }), '', {
    args: ['--shop.names[0]=a', '--shop.names[2]=c'],
  })
  expect(message).toMatch(/shop\.names\[2\] \(command line --shop\.names\[2\]\): the list has no element \[1\]/)
})

test('maps merge over all sources, keys in brackets are kept exactly', async () => {
  const schema = z.object({
    map: z.record(z.string(), z.string()),
    deep: z.record(z.string(), z.object({ a: z.number(), b: z.number().default(0) })).optional(),
  })
  const yaml = 'shop:\n  map: { Key1: a, "[/k.2]": b, x.y: dotted, /key3: d }\n  deep: { one: { a: 1, b: 2 } }'
  const options = { env: { SHOP_MAP_FROMENV: 'c', SHOP_DEEP_ONE_A: '9' } }
  expect(await bind(schema, yaml, options)).toEqual({
    map: { Key1: 'a', '/k.2': 'b', key3: 'd', 'x.y': 'dotted', fromenv: 'c' },
    deep: { one: { a: 9, b: 2 } },
  })
})

test('nested objects are built for their defaults, optional ones only when something is set', async () => {
  const schema = z.object({
    a: z.object({ b: z.number().default(1) }),
    c: z.object({ d: z.number().default(2) }).optional(),
  })
  expect(await bind(schema, '')).toEqual({ a: { b: 1 } })
  expect(await bind(schema, 'shop: { c: {} }')).toEqual({ a: { b: 1 }, c: { d: 2 } })
})

test('unions take what fits, open values take what the file says', async () => {
  const schema = z.object({
    id: z.union([z.number(), z.string()]),
    quoted: z.union([z.boolean(), z.string()]),
    store: z.discriminatedUnion('type', [
      z.object({ type: z.literal('file'), path: z.string() }),
      z.object({ type: z.literal('db'), url: z.string() }),
    ]),
    open: z.unknown(),
  })
  const yaml = 'shop: { id: abc, quoted: "true", store: { type: db, url: x }, open: { a: [1, true, no] } }'
  expect(await bind(schema, yaml)).toEqual({
    id: 'abc',
    quoted: 'true',
    store: { type: 'db', url: 'x' },
    open: { a: [1, true, 'no'] },
  })
})

test.each([
  ['30s', 30_000],
  ['500ms', 500],
  ['500', 500],
  ['PT30S', 30_000],
  ['2H', 7_200_000],
  ['P1DT1M', 86_460_000],
])('the duration %s is %d ms', async (text, expected) => {
  expect(await bind(z.object({ time: duration() }), `shop:\n  time: ${text}`)).toEqual({ time: expected })
})

test('a unit of the field is used for plain numbers, sizes are powers of 1,024 with capital units', async () => {
  const schema = z.object({ time: duration('s'), size: dataSize().default(5) })
  expect(await bind(schema, 'shop: { time: 2, size: 10MB }')).toEqual({ time: 2000, size: 10_485_760 })
  expect(await problem(schema, 'shop: { time: 1.5s, size: 10mb }')).toMatch(
    /"1\.5s" is not a duration.*\n.*"10mb" is not a size/,
  )
})

test('all values that do not fit are told at once, each with its place', async () => {
  const schema = z.object({
    first: z.number(),
    second: z.number().int().max(5),
    third: z.string(),
    fourthKey: z.boolean(),
  })
  const message = await problem(schema, 'shop:\n  first: abc\n  second: 7\n  fourth_key: maybe\n')
  expect(message).toMatch(/shop\.first = "abc" \(.*application\.yaml:2:10\): a number is expected here/)
  expect(message).toMatch(/shop\.second = "7" \(.*application\.yaml:3:11\): .*<=5/)
  expect(message).toMatch(/shop\.third: is required; set it in application\.yaml, or as SHOP_THIRD in the environment/)
  expect(message).toMatch(/shop\.fourth-key = "maybe" \(.*application\.yaml:4:15\): true or false is expected here/)
  expect(message).toContain('Correct these 4 values.')
})

test('a secret never shows in a message', async () => {
  const schema = z.object({
    apiKey: secret(z.string().startsWith('sk-')).optional(),
    list: z.array(secret(z.number())).default([]),
  })
  const message = await problem(schema, 'shop:\n  api-key: topsecret\n  list: [hidden]')
  expect(message).not.toMatch(/topsecret|hidden/)
  expect(message).toContain('shop.api-key = "******"')
})

test('properties are frozen, and can be made by hand with their defaults', async () => {
  class Page extends ConfigurationProperties('page', z.object({ size: z.number().default(20) })) {
    get double() {
      return this.size * 2
    }
  }
  await using context = await createTestContext({ components: [Page], args: ['--page.size=3'] })
  expect(context.get(Page).double).toBe(6)
  expect(Object.isFrozen(context.get(Page))).toBe(true)
  expect(new Page().double).toBe(40)
  expect(new Page({ size: 1 }).size).toBe(1)
})

test('a prefix that is not canonical is refused where it is written', () => {
  expect(() => ConfigurationProperties('shop.pageSize', z.object({}))).toThrow('"S" may not occur')
  expect(() => ConfigurationProperties('', z.object({}))).toThrow('it is empty')
})

test('the JSON Schema of the configuration has the documented keys, descriptions and defaults', () => {
  class Shop extends ConfigurationProperties(
    'shop.pages',
    z.object({
      pageSize: z.number().int().default(20).describe('Rows of a page.'),
      names: z.record(z.string(), z.object({ maxAge: duration() })).optional(),
    }),
  ) {}
  expect(configurationSchema([Shop])).toMatchObject({
    properties: {
      shop: {
        properties: {
          pages: {
            properties: {
              'page-size': {
                default: 20,
                description: 'Rows of a page.',
                anyOf: [{ type: 'integer' }, { type: 'string' }],
              },
              names: { additionalProperties: { properties: { 'max-age': { type: ['number', 'string'] } } } },
            },
          },
        },
      },
    },
  })
})

test('the mistakes of several properties classes are told at once', async () => {
  class Mail extends ConfigurationProperties('mail', z.object({ host: z.string() })) {}
  class Page extends ConfigurationProperties('page', z.object({ size: z.number() })) {}
  const failed = createTestContext({ components: [Mail, Page], args: ['--page.size=x'] })
  await expect(failed).rejects.toThrow(/2 problems:[^]*mail\.host: is required[^]*page\.size = "x"/)
})

test('a strict object refuses keys it does not know, in lists and maps as well', async () => {
  const rule = z.strictObject({ access: z.enum(['allow', 'deny']).optional() })
  const schema = z.object({ rules: z.array(rule).default([]), byName: z.record(z.string(), rule).default({}) })
  expect(await bind(schema, 'shop:\n  rules:\n    - access: deny\n')).toMatchObject({ rules: [{ access: 'deny' }] })
  const message = await problem(schema, 'shop:\n  rules:\n    - acess: deny\n  by-name:\n    a: { allow-all: true }\n')
  expect(message).toContain('shop.rules[0]')
  expect(message).toContain('does not know acess')
  expect(message).toContain('does not know allow-all')
})
