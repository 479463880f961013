import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runCommand } from '@vernal/cli'
import { ToolCallbacks, type ToolCallback, type ToolCallOutcome } from '@vernal/tools'
import './fixtures/shop/src/tools.generated'
import { Address, ItemRepository, ShopTools } from './fixtures/shop/src/types'

const SHOP = path.join(__dirname, 'fixtures', 'shop')

async function vernal(...args: string[]) {
  const lines: string[] = []
  const log = (line: string): void => void lines.push(line)
  const exitCode = await runCommand(args, { log, warn: log })
  return { exitCode, output: lines.join('\n') }
}

const generate = (folder: string, ...options: string[]) =>
  vernal(
    'generate',
    '--project',
    path.join(folder, 'tsconfig.json'),
    '--out',
    path.join(folder, 'src', 'tools.generated.ts'),
    ...options,
  )

/** A copy of the shop beside it, so that its tsconfig.json finds what it extends. */
function copyOfShop(): { readonly folder: string; [Symbol.dispose](): void } {
  const folder = mkdtempSync(path.join(__dirname, 'fixtures', 'shop-'))
  cpSync(SHOP, folder, { recursive: true })
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) }
}

const edit = (file: string, from: string, to: string): void => {
  const text = readFileSync(file, 'utf8')
  expect(text).toContain(from)
  writeFileSync(file, text.replace(from, to))
}

const toolNamed = (name: string): ToolCallback => {
  const tool = ToolCallbacks.from(new ShopTools()).find(({ definition }) => definition.name === name)
  if (!tool) throw new Error(`no tool ${name}`)
  return tool
}

describe('vernal generate', () => {
  test('writes the file that stands in the repository', async () => {
    using copy = copyOfShop()
    writeFileSync(path.join(copy.folder, 'src', 'tools.generated.ts'), '')

    const { exitCode, output } = await generate(copy.folder)

    expect(output).toContain('5 tools')
    expect(exitCode).toBe(0)
    const written = readFileSync(path.join(copy.folder, 'src', 'tools.generated.ts'), 'utf8')
    expect(written).toBe(readFileSync(path.join(SHOP, 'src', 'tools.generated.ts'), 'utf8'))
  })

  test('--check is content with it', async () => {
    expect(await generate(SHOP, '--check')).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining('is up to date: 5 tools'),
    })
  })

  test('the example in the documents is up to date', async () => {
    const folder = path.join(__dirname, '../../../examples/generated')
    const out = path.join(folder, 'tools.generated.ts')

    expect(await vernal('generate', '--project', path.join(folder, 'tsconfig.json'), '--out', out, '--check')).toEqual({
      exitCode: 0,
      output: expect.stringContaining('is up to date: 1 tool.'),
    })
  })

  test('--check names the methods whose signature or comment was changed, and writes nothing', async () => {
    using copy = copyOfShop()
    const types = path.join(copy.folder, 'src', 'types.ts')
    edit(types, 'Places an order\n', 'Places one order\n')
    edit(types, 'quantity: number', 'quantity: number | string')
    const before = readFileSync(path.join(copy.folder, 'src', 'tools.generated.ts'), 'utf8')

    const { exitCode, output } = await generate(copy.folder, '--check')

    expect(exitCode).toBe(1)
    expect(output).toMatch(/stale[^]*ItemRepository\.store[^]*ShopTools\.order/)
    expect(output).not.toContain('ShopTools.now')
    expect(readFileSync(path.join(copy.folder, 'src', 'tools.generated.ts'), 'utf8')).toBe(before)
  })

  test('a parameter that JSON cannot carry is told with class, method and parameter', async () => {
    using copy = copyOfShop()
    edit(path.join(copy.folder, 'src', 'types.ts'), 'static now(): string', 'static now(callback: () => void): string')

    const { output } = await generate(copy.folder)

    expect(output).toMatch(/ShopTools\.now[^]*callback/)
  })

  test.each([
    [['bake'], /no command "bake"/],
    [['generate', '--speed'], /--speed/],
    [['generate', '--project', path.join(tmpdir(), 'no-such-tsconfig.json')], /no-such-tsconfig\.json/],
  ])('%p is refused in words', async (args, message) => {
    const { exitCode, output } = await vernal(...args)

    expect(exitCode).toBe(1)
    expect(output).toMatch(message)
  })

  test('tells how it is used', async () => {
    expect((await vernal('--help')).output).toMatch(/Usage: vernal <command>[^]*vernal generate[^]*--check/)
  })
})

describe('a tool that was described by it', () => {
  const order = {
    items: [{ sku: 'AB-1', quantity: 2, size: 'small' }],
    payment: { kind: 'card', number: '4', expires: '2031-01-01T00:00:00Z' },
  }

  test('takes its description and its schema from the sources', () => {
    const { description, inputSchema } = toolNamed('order').definition

    expect(description).toBe('Places an order and says its number.\n\n- in stock only')
    expect(inputSchema).toMatchObject({
      required: ['items', 'payment'],
      properties: {
        level: { enum: [0, 5], default: 5 },
        items: { minItems: 1, items: { properties: { quantity: { type: 'integer', minimum: 1, maximum: 99 } } } },
        payment: {
          anyOf: [{ properties: { kind: { const: 'card' } } }, { properties: { kind: { const: 'invoice' } } }],
        },
      },
    })
    expect(JSON.stringify(inputSchema)).not.toContain('x-vernal')
    expect(JSON.stringify(toolNamed('everything').definition)).not.toContain('Make all properties')
  })

  test('receives dates and instances of classes where the signature says so', async () => {
    const received: unknown[][] = []
    class Watched extends ShopTools {
      override async order(...args: Parameters<ShopTools['order']>) {
        received.push(args)
        return super.order(...args)
      }
    }
    const tool = ToolCallbacks.from(new Watched()).find(({ definition }) => definition.name === 'order')
    const invoice = { kind: 'invoice', address: { street: 'Hill 1', town: 'Bath' } }

    expect(await tool?.call(order)).toMatchObject({ type: 'success' })
    expect(await tool?.call({ ...order, payment: invoice })).toMatchObject({ type: 'success' })

    expect(received[0]?.[1]).toMatchObject({ expires: new Date('2031-01-01T00:00:00Z') })
    const { address } = received[1]?.[1] as { address: Address }
    expect(address).toBeInstanceOf(Address)
    expect(address.line).toBe('Hill 1, Bath')
  })

  test.each<[string, object, RegExp]>([
    ['a wrong pattern', { ...order, items: [{ ...order.items[0], sku: 'nothing' }] }, /items\[0\]\.sku/],
    ['a number out of range', { ...order, items: [{ ...order.items[0], quantity: 100 }] }, /items\[0\]\.quantity.*99/],
    ['an unknown enum value', { ...order, items: [{ ...order.items[0], size: 'huge' }] }, /small/],
    ['an incomplete member of a union', { ...order, payment: { kind: 'card' } }, /payment/],
    ['a missing argument', { items: [] }, /payment/],
  ])('refuses %s, and says where', async (_what, args, message) => {
    const outcome: ToolCallOutcome = await toolNamed('order').call(args)

    expect(outcome).toMatchObject({
      type: 'refusal',
      reason: 'invalid-arguments',
      text: expect.stringMatching(message),
    })
  })

  test('of a generic base class has the types of the class it belongs to', () => {
    const [store] = ToolCallbacks.from(new ItemRepository())

    expect(store?.definition.inputSchema).toMatchObject({
      properties: { value: { properties: { sku: { type: 'string' } }, required: ['sku', 'quantity', 'size'] } },
    })
  })

  test('that is private is described as well', () => {
    expect(toolNamed('count').definition).toMatchObject({
      description: 'Counts.',
      inputSchema: { properties: { from: { type: 'number', minimum: 0, description: 'From where' } } },
    })
  })

  test('binds maps, sets, bytes, big integers and recursive types', async () => {
    const args = {
      tuple: ['a'],
      rest: ['a', 1, 2],
      map: { a: '2031-01-01T00:00:00Z' },
      set: ['a'],
      record: { a: [1] },
      keys: { x: true, y: false },
      bytes: 'aGk=',
      big: '12345678901234567890',
      tree: { name: 'a', children: [{ name: 'b', children: [] }] },
      json: { a: [1, null, 'x'] },
      partial: {},
      omit: { sku: 'AB-1', quantity: 1, size: 'small', extra: null },
      page: { items: [] },
      address: { street: 's', town: 't' },
      template: 'order-7',
      branded: 'id',
      union: null,
      when: null,
      url: 'https://example.com/',
      numbers: { 1: 'a' },
      level: 5,
      any: { free: true },
      object: {},
    }

    expect(await toolNamed('everything').call(args)).toMatchObject({ type: 'success' })
    expect(
      await toolNamed('everything').call({ ...args, tree: { name: 'a', children: [{ nome: 'b' }] } }),
    ).toMatchObject({
      type: 'refusal',
      text: expect.stringContaining('tree.children[0]'),
    })
    expect(await toolNamed('everything').call({ ...args, template: 'invoice-7' })).toMatchObject({ type: 'refusal' })
  })
})
