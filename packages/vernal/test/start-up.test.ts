import { BeanPostProcessor } from '@vernal/container'
import {
  Bean,
  ChatClient,
  Component,
  Configuration,
  functionTool,
  PostConstruct,
  PreDestroy,
  Service,
  Tool,
  ToolCallback,
  ToolCallbackProvider,
  ToolParam,
  ToolRegistry,
} from 'vernal'
import { failureOf, start } from './start'

const write = jest.spyOn(process.stderr, 'write').mockReturnValue(true)
afterAll(() => write.mockRestore())

/** The log of what runs meanwhile. */
async function logOf(work: () => Promise<unknown>): Promise<string> {
  const from = write.mock.calls.length
  await work()
  return write.mock.calls
    .slice(from)
    .map(([line]) => String(line))
    .join('')
}

describe('the tools of an application', () => {
  @Service()
  class Weather {
    @Tool('The weather in a city')
    weather(@ToolParam('City') city: string): string {
      return `Sunny in ${city}`
    }
  }
  class Clocks extends ToolCallbackProvider {
    override toolCallbacks(): readonly ToolCallback[] {
      return [functionTool({ name: 'time', execute: () => 'noon' })]
    }
  }
  @Configuration()
  class Tools {
    @Bean()
    clocks(): Clocks {
      return new Clocks()
    }
    @Bean()
    dice(): ToolCallback {
      return functionTool({ name: 'dice', execute: () => 4 })
    }
  }

  test('are the methods of its services, the tools that are beans, and those of providers', async () => {
    await using app = await start({ components: [Weather, Tools] })
    expect(app.get(ToolRegistry).all().names.toSorted()).toEqual(['dice', 'time', 'weather'])
  })

  test('are named in the log at start, one line each', async () => {
    const log = await logOf(async () => (await start({ components: [Weather], defaults: {} })).close())
    expect(log.match(/Tool weather .*source=Weather\.weather/g)).toHaveLength(1)
  })

  test('are not seen by another application in the same process', async () => {
    await using first = await start({ components: [Weather] })
    await using second = await start({ components: [Tools] })
    expect(first.get(ToolRegistry).all().names).toEqual(['weather'])
    expect(second.get(ToolRegistry).all().names.toSorted()).toEqual(['dice', 'time'])
    expect(() => second.get(Weather)).toThrow('Weather')
    const ask = (app: typeof first) => app.get(ChatClient).prompt('What is the weather in Paris?').call().content()
    expect(await ask(first)).toContain('Sunny in Paris')
    expect(await ask(second)).not.toContain('Sunny')
  })

  test('may belong to two applications of the same classes, each with its own instance', async () => {
    await using first = await start({ components: [Weather] })
    await using second = await start({ components: [Weather] })
    expect(first.get(Weather)).not.toBe(second.get(Weather))
    expect(first.get(ToolRegistry)).not.toBe(second.get(ToolRegistry))
  })
})

describe('the start fails', () => {
  test('when two tools have one name, naming both methods', async () => {
    @Service()
    class Orders {
      @Tool('Find orders')
      find(): string[] {
        return []
      }
    }
    @Service()
    class Customers {
      @Tool({ name: 'find', description: 'Find customers' })
      findCustomers(): string[] {
        return []
      }
    }
    const { message } = await failureOf({ components: [Orders, Customers] })
    expect(message).toMatch(/"find"/)
    expect(message).toContain('Orders.find')
    expect(message).toContain('Customers.findCustomers')
    expect(message).toContain('@Tool({ name')
  })

  test('when a parameter of a tool cannot be described, naming class, method and parameter', async () => {
    @Service()
    class Orders {
      @Tool('Find orders')
      findByFilter(@ToolParam('Filter') filter: (order: unknown) => boolean, @ToolParam('Ids') ids: string[]): number {
        return ids.filter(filter).length
      }
    }
    const { message } = await failureOf({ components: [Orders] })
    for (const part of ['Orders', 'findByFilter', 'filter', 'ids', '@ToolParam({']) expect(message).toContain(part)
  })

  test('when a service needs what is not there, naming the way to it and the remedy', async () => {
    abstract class Repository {
      abstract all(): string[]
    }
    @Service()
    class Orders {
      constructor(readonly repository: Repository) {}
      @Tool('All orders')
      all(): string[] {
        return this.repository.all()
      }
    }
    const { message } = await failureOf({ components: [Orders] })
    expect(message).toContain('Orders → Repository')
  })

  test('because a bean cannot be made; what was made before is closed again, last first', async () => {
    const closed: string[] = []
    @Component()
    class Pool {
      @PreDestroy()
      close(): void {
        closed.push('pool')
      }
    }
    @Component()
    class Cache {
      constructor(readonly pool: Pool) {}
      @PreDestroy()
      close(): void {
        closed.push('cache')
      }
    }
    @Component()
    class Mailer {
      constructor(readonly cache: Cache) {}
      @PostConstruct()
      async connect(): Promise<void> {
        throw new Error('no mail server at port 25')
      }
    }
    const { message } = await failureOf({ components: [Mailer, Cache, Pool] })
    expect(message).toMatch(/Mailer.*no mail server at port 25/s)
    expect(closed).toEqual(['cache', 'pool'])
  })
})

describe('the order of a start', () => {
  const steps: string[] = []
  beforeEach(() => steps.splice(0))

  @Component()
  class Database {
    @PostConstruct()
    async connect(): Promise<void> {
      await Promise.resolve()
      steps.push('database connected')
    }
    @PreDestroy()
    async disconnect(): Promise<void> {
      await Promise.resolve()
      steps.push('database disconnected')
    }
  }
  @Service()
  class Orders {
    constructor(private readonly database: Database) {
      steps.push('orders made')
    }
    @PreDestroy()
    stop(): void {
      steps.push('orders stopped')
    }
    @Tool('How many orders there are')
    count(): number {
      return this.database instanceof Database ? 1 : 0
    }
  }
  @Configuration()
  class OrdersConfiguration {
    @Bean({ type: ToolCallback })
    async greeting(orders: Orders): Promise<ToolCallback> {
      await Promise.resolve()
      steps.push(`tool made from ${orders.count()} order`)
      return functionTool({ name: 'greeting', execute: () => 'hello' })
    }
  }

  test('what is needed is ready first, asynchronous beans are waited for, and closing goes back the same way', async () => {
    const app = await start({ components: [OrdersConfiguration, Orders, Database] })
    expect(steps).toEqual(['database connected', 'orders made', 'tool made from 1 order'])
    expect(app.get(ToolRegistry).all().names.toSorted()).toEqual(['count', 'greeting'])
    await app.close()
    expect(steps.slice(3)).toEqual(['orders stopped', 'database disconnected'])
    await app.close()
    expect(steps).toHaveLength(5)
  })

  test('the properties come first: with a wrong one no bean is made', async () => {
    const properties = { 'vernal.ai.tools.limits.max-total-tool-calls': 0 }
    await failureOf({ components: [Orders, Database], properties })
    expect(steps).toEqual([])
  })

  test('a post-processor is there before the services, and what it returns takes the place of a bean', async () => {
    @Component()
    class Wrapping extends BeanPostProcessor {
      constructor() {
        super()
        steps.push('post-processor made')
      }
      override afterInitialization(bean: unknown): unknown {
        return bean instanceof Orders ? Object.assign(Object.create(bean) as Orders, { count: () => 7 }) : undefined
      }
    }
    await using app = await start({ components: [Orders, Database, Wrapping] })
    expect(steps).toEqual(['post-processor made', 'database connected', 'orders made'])
    expect(app.get(Orders).count()).toBe(7)
  })

  test('tools are registered before the application is ready, which is the last line of the log', async () => {
    const log = await logOf(async () => (await start({ components: [Orders, Database], defaults: {} })).close())
    const lines = log.trim().split('\n')
    expect(lines.findIndex((line) => line.includes('Tool count'))).toBeGreaterThanOrEqual(0)
    expect(lines.at(-1)).toMatch(/Started beans=\d+ ms=\d+/)
  })
})
