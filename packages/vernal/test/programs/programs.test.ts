import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ChatClient, ToolRegistry } from 'vernal'
import { start } from '../start'
import { InstalledPrograms, runProgram, type Finished, type ModuleKind } from './installed-programs'
import { InMemoryOrderRepository } from './shop/orders/in-memory-order-repository'
import { OrderRepository } from './shop/orders/order-repository'
import { OrderService } from './shop/orders/order-service'

const HELLO = join(__dirname, '../../../../examples/hello-world/main.ts')
const TS_NODE = ['-r', require.resolve('ts-node/register')]
/** From the sources, unless the suite runs on the build. */
const SOURCES = process.env.VERNAL_TEST_DIST === '1' ? [] : ['-C', '@vernal/source']

// Processes take their time on a busy machine.
jest.setTimeout(60_000)

describe('under jest', () => {
  test('scanned services are there, with the repository that their constructors name by its superclass', async () => {
    await using app = await start({ scan: join(__dirname, 'shop/orders') })
    expect(app.get(ToolRegistry).all().names).toEqual(['findOrders'])
    expect(app.get(OrderRepository)).toBe(app.get(InMemoryOrderRepository))
    const orders = await app.get(OrderService).findOrders('42', 1)
    expect(orders).toEqual([expect.objectContaining({ item: 'teapot' })])
  })

  test('a question is answered by the tool', async () => {
    await using app = await start({ scan: join(__dirname, 'shop/orders') })
    const answer = await app.get(ChatClient).prompt('Which orders did customer 42 place?').call().content()
    expect(answer).toMatch(/teapot.*cup/s)
  })

  test('tools can be attached to one request: by class, by object, by callback and by name', async () => {
    const properties = { 'vernal.ai.chat.client.default-tools': 'none' }
    await using app = await start({ scan: join(__dirname, 'shop/orders'), properties })
    const ask = () => app.get(ChatClient).prompt('Which orders did customer 42 place?')
    expect(await ask().call().content()).not.toContain('teapot')
    const byHand = new OrderService(new InMemoryOrderRepository())
    for (const source of [OrderService, byHand, app.get(ToolRegistry).get('findOrders'), 'find*']) {
      expect(await ask().tools(source).call().content()).toContain('teapot')
    }
  })
})

describe('in a process of its own', () => {
  const running = new Map<string, Promise<Finished>>()
  let installed: InstalledPrograms

  beforeAll(() => {
    installed = new InstalledPrograms()
    running.set('shop under ts-node', runProgram([...SOURCES, ...TS_NODE, 'main.ts'], join(__dirname, 'shop')))
    for (const kind of ['CommonJS', 'ES module'] as const) {
      running.set(`shop as ${kind}`, runShop(installed, kind))
      running.set(`hello world as ${kind}`, runHello(installed, kind))
    }
    for (const signal of ['SIGTERM', 'SIGINT'] as const) running.set(signal, runServer(installed, signal))
  })
  afterAll(async () => {
    await Promise.allSettled(running.values())
    installed.remove()
  })

  test.each(['shop under ts-node', 'shop as CommonJS', 'shop as ES module'])(
    '%s answers from both tools',
    async (name) => {
      const { exitCode, stdout, stderr } = (await running.get(name)) as Finished
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.stringContaining('Started') })
      expect(stdout).toMatch(/teapot.*cup.*Nine to five/s)
      expect(stderr.match(/Tool \w+/g)?.toSorted()).toEqual(['Tool findOrders', 'Tool openingHours'])
    },
  )

  test.each(['hello world as CommonJS', 'hello world as ES module'])('%s answers', async (name) => {
    const { exitCode, stdout } = (await running.get(name)) as Finished
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: expect.stringContaining('Sunny in Paris, 21 degrees') })
  })

  test.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ])('%s closes the beans, dependants first, and ends with %i', async (signal, code) => {
    const { exitCode, stdout } = (await running.get(signal)) as Finished
    expect({ exitCode, lines: stdout.trim().split('\n') }).toEqual({
      exitCode: code,
      lines: ['ready', 'listener stopped', 'pool closed'],
    })
  })
})

function runShop(installed: InstalledPrograms, kind: ModuleKind): Promise<Finished> {
  installed.compileFolder('shop', kind)
  return runProgram(['main.js'], join(installed.folder, kind, 'shop'))
}

function runHello(installed: InstalledPrograms, kind: ModuleKind): Promise<Finished> {
  const file = kind === 'CommonJS' ? 'hello/main.cjs' : 'hello/main.mjs'
  return runProgram([installed.compile(file, readFileSync(HELLO, 'utf8'), kind)], installed.folder)
}

function runServer(installed: InstalledPrograms, signal: NodeJS.Signals): Promise<Finished> {
  installed.compileFolder('server', 'CommonJS')
  return runProgram(['main.js'], join(installed.folder, 'CommonJS/server'), (stdout, kill) => {
    if (stdout === 'ready\n') kill(signal)
  })
}
