import {
  Bean,
  type BeanDefinition,
  BeanPostProcessor,
  Component,
  Configuration,
  DependsOn,
  Inject,
  Lazy,
  ObjectProvider,
  PostConstruct,
  PreDestroy,
  Scope,
} from '@vernal/container'
import { createTestContext } from '@vernal/container/testing'
import { container } from 'tsyringe'

class Database {
  constructor(readonly name: string) {}
}

@Configuration()
class Databases {
  @Bean({ type: Database })
  async database(): Promise<Database> {
    await Promise.resolve()
    return new Database('orders')
  }
}

test('two applications with the same classes have beans of their own, and the global container stays empty', async () => {
  @Component()
  class Orders {
    constructor(readonly database: Database) {}
  }
  @Configuration()
  class OtherDatabases {
    @Bean()
    database(): Database {
      return new Database('other')
    }
  }
  await using one = await createTestContext({ components: [Orders, Databases] })
  await using two = await createTestContext({ components: [Orders, OtherDatabases] })
  expect([one, two].map((context) => context.get(Orders).database.name)).toEqual(['orders', 'other'])
  expect(one.get(Orders)).not.toBe(two.get(Orders))
  expect(container.isRegistered(Orders)).toBe(false)
  expect(container.isRegistered('orders')).toBe(false)
})

test('an asynchronous bean is awaited before the constructor that needs it', async () => {
  @Component()
  class Orders {
    constructor(readonly database: Database) {
      expect(database).toBeInstanceOf(Database)
    }
  }
  await using context = await createTestContext({ components: [Orders, Databases] })
  expect(context.get(Orders).database).toBe(context.get(Database))
})

test('an asynchronous bean that is lazy is reached by waiting only', async () => {
  @Configuration()
  class LazyDatabases {
    @Bean({ type: Database })
    @Lazy()
    async database(): Promise<Database> {
      return Promise.resolve(new Database('lazy'))
    }
  }
  @Component()
  class Orders {
    constructor(@Inject(Database) readonly databases: ObjectProvider<Database>) {}
  }
  await using context = await createTestContext({ components: [Orders, LazyDatabases] })
  const { databases } = context.get(Orders)
  expect(() => databases.get()).toThrow(expect.objectContaining({ code: 'BEAN_NOT_READY' }) as Error)
  const database = await databases.getAsync()
  expect(databases.get()).toBe(database)
  expect(await context.getAsync(Database)).toBe(database)
})

test('a post-processor is made before ordinary beans, and what it returns is the bean for everybody', async () => {
  const seen: string[] = []
  @Component()
  class Shouting extends BeanPostProcessor {
    override afterInitialization(bean: unknown, { name }: BeanDefinition) {
      seen.push(name)
      return bean instanceof Database ? new Database(bean.name.toUpperCase()) : undefined
    }
  }
  @Component()
  class Orders {
    constructor(readonly database: Database) {}
  }
  await using context = await createTestContext({ components: [Orders, Databases, Shouting] })
  expect(context.get(Orders).database.name).toBe('ORDERS')
  expect(context.get(Database)).toBe(context.get(Orders).database)
  expect(seen).toEqual(expect.arrayContaining(['Databases', 'database', 'orders']))
  expect(seen).not.toContain('shouting')
})

test('an asynchronous post-processor is awaited', async () => {
  @Component()
  class Slow extends BeanPostProcessor {
    override async afterInitialization(bean: unknown) {
      await Promise.resolve()
      return bean instanceof Database ? new Database('slow') : undefined
    }
  }
  await using context = await createTestContext({ components: [Databases, Slow] })
  expect(context.get(Database).name).toBe('slow')
})

test('falsy beans are made once', async () => {
  let made = 0
  @Configuration()
  class Numbers {
    @Bean({ type: Number, name: 'zero' })
    zero() {
      made += 1
      return 0
    }
  }
  @Component()
  class User {
    constructor(
      @Inject('zero') readonly first: number,
      @Inject('zero') readonly second: number,
    ) {}
  }
  await using context = await createTestContext({ components: [Numbers, User] })
  expect(context.get(User)).toEqual({ first: 0, second: 0 })
  expect(context.get('zero')).toBe(0)
  expect(made).toBe(1)
})

test('an error of a constructor arrives as the cause, with the path to the bean', async () => {
  class DiskFull extends Error {}
  @Component()
  class Disk {
    constructor() {
      throw new DiskFull('no space')
    }
  }
  @Component()
  class Store {
    constructor(readonly disk: Disk) {}
  }
  @Component()
  class Service {
    constructor(readonly store: Store) {}
  }
  const error = await createTestContext({ components: [Service, Store, Disk] }).catch((failure: unknown) => failure)
  expect(error).toMatchObject({
    code: 'BEAN_CREATION_FAILED',
    message: expect.stringMatching(
      /class Disk failed while it was made: no space\. Needed by Service → Store → Disk/,
    ) as string,
  })
  expect((error as Error).cause).toBeInstanceOf(DiskFull)
  expect(((error as Error).cause as Error).stack).toContain('new Disk')
})

test('an error that says what to do passes unchanged', async () => {
  const original = Object.assign(new Error('No key. Set one.'), { code: 'KEY_MISSING', action: 'Set one.' })
  @Component()
  class Keyed {
    @PostConstruct()
    check() {
      throw original
    }
  }
  await expect(createTestContext({ components: [Keyed] })).rejects.toBe(original)
})

test('a start that fails closes what it had made', async () => {
  const log: string[] = []
  @Component()
  class First {
    @PreDestroy()
    bye() {
      log.push('first closed')
    }
  }
  @Component()
  class Second {
    constructor(_first: First) {
      throw new Error('no')
    }
  }
  await expect(createTestContext({ components: [First, Second] })).rejects.toThrow('no')
  expect(log).toEqual(['first closed'])
})

test('a circle of beans is printed once, short and fast, with the way into it left outside', async () => {
  @Component()
  class A {
    constructor(@Inject(() => B) readonly b: object) {}
  }
  @Component()
  class B {
    constructor(@Inject(() => C) readonly c: object) {}
  }
  @Component()
  class C {
    constructor(readonly a: A) {}
  }
  @Component()
  class Entry {
    constructor(readonly a: A) {}
  }
  const startedAt = performance.now()
  const error = await createTestContext({ components: [Entry, A, B, C] }).catch((failure: Error) => failure)
  expect(performance.now() - startedAt).toBeLessThan(500)
  const { message } = error as Error
  expect(message).toContain('A → B → C → A. Reached from Entry.')
  expect(message.length).toBeLessThan(1000)
})

test('a bean that needs itself, and a circle through a bean method, are circles too', async () => {
  @Component()
  class Self {
    constructor(@Inject(() => Self) readonly self: object) {}
  }
  class Made {}
  @Configuration()
  class Wiring {
    constructor(@Inject(Made) readonly made: Made) {}
    @Bean()
    thing(): Made {
      return new Made()
    }
  }
  await expect(createTestContext({ components: [Self] })).rejects.toThrow('Self → Self')
  await expect(createTestContext({ components: [Wiring] })).rejects.toThrow('Wiring → Made → Wiring')
})

test('a circle of hundreds of beans still has a short message', async () => {
  const classes = Array.from({ length: 300 }, (_, index) => {
    const name = `Bean${index}`
    return {
      [name]: class {
        constructor(readonly next: object) {}
      },
    }[name] as new (next: object) => object
  })
  for (const [index, type] of classes.entries()) {
    Component()(type)
    Inject(() => classes[(index + 1) % classes.length] as new (next: object) => object)(type, undefined, 0)
  }
  const error = await createTestContext({ components: classes }).catch((failure: Error) => failure)
  expect((error as Error).message.length).toBeLessThan(1000)
})

test('a subclass without a constructor inherits what is injected; one with a constructor says its own', async () => {
  @Component()
  class Engine {}
  class Vehicle {
    constructor(@Inject(Engine) readonly engine: Engine) {}
  }
  @Component()
  class Car extends Vehicle {}
  @Component()
  class Sled extends Vehicle {
    constructor() {
      super(new Engine())
    }
  }
  await using context = await createTestContext({ components: [Car, Sled, Engine] })
  expect(context.get(Car).engine).toBe(context.get(Engine))
  expect(context.get(Sled).engine).not.toBe(context.get(Engine))
})

test('@DependsOn orders beans that do not hold each other', async () => {
  const log: string[] = []
  @Component()
  @DependsOn('migration')
  class Reader {
    constructor() {
      log.push('reader')
    }
  }
  @Component()
  class Migration {
    constructor() {
      log.push('migration')
    }
  }
  await using _context = await createTestContext({ components: [Reader, Migration] })
  expect(log).toEqual(['migration', 'reader'])
})

test('a lazy bean is made when it is first asked for', async () => {
  const log: string[] = []
  @Component()
  @Lazy()
  class Rare {
    constructor() {
      log.push('made')
    }
  }
  await using context = await createTestContext({ components: [Rare] })
  expect(log).toEqual([])
  expect(context.get(Rare)).toBe(context.get(Rare))
  expect(log).toEqual(['made'])
})

test('all beans are made when first needed, if the configuration says so', async () => {
  let made = 0
  @Component()
  class Counted {
    constructor() {
      made += 1
    }
  }
  const properties = { 'vernal.main.lazy-initialization': true }
  await using context = await createTestContext({ components: [Counted], properties })
  expect(made).toBe(0)
  context.get(Counted)
  expect(made).toBe(1)
})

test('a prototype is made for each injection and is not kept, even when it can be disposed of', async () => {
  let disposed = 0
  @Component()
  @Scope('prototype')
  class Ticket {
    dispose() {
      disposed += 1
    }
  }
  @Component()
  class Holder {
    constructor(
      readonly one: Ticket,
      readonly two: Ticket,
    ) {}
  }
  const context = await createTestContext({ components: [Ticket, Holder] })
  const holder = context.get(Holder)
  expect(holder.one).not.toBe(holder.two)
  expect(context.get(Ticket)).not.toBe(context.get(Ticket))
  await context.close()
  expect(disposed).toBe(0)
})

test('beans of a request live within it, a thousand at once, and are never held by a singleton', async () => {
  let next = 0
  @Component()
  @Scope('request')
  class RequestId {
    readonly id = (next += 1)
  }
  @Component()
  class Handler {
    constructor(@Lazy() readonly request: RequestId) {}
    async handle() {
      const before = this.request.id
      await new Promise((resolve) => setImmediate(resolve))
      return [before, this.request.id]
    }
  }
  await using context = await createTestContext({ components: [RequestId, Handler] })
  const handler = context.get(Handler)
  const pairs = await Promise.all(Array.from({ length: 1000 }, () => context.runInRequest(() => handler.handle())))
  expect(pairs.every(([before, after]) => before === after)).toBe(true)
  expect(new Set(pairs.map(([id]) => id)).size).toBe(1000)
  expect(() => context.get(RequestId)).toThrow('there is no request here')
})

test('beans of a request are closed when it ends, in reverse order, however it ends', async () => {
  const log: string[] = []
  @Component()
  @Scope('request')
  class Connection {
    async [Symbol.asyncDispose](): Promise<void> {
      await Promise.resolve()
      log.push('connection closed')
    }
  }
  @Component()
  @Scope('request')
  class Transaction {
    constructor(readonly connection: Connection) {}
    @PreDestroy() end(): void {
      log.push('transaction ended')
      throw new Error('a bean that fails to close')
    }
  }
  await using context = await createTestContext({ components: [Connection, Transaction] })
  const answer = await context.runInRequest(async () => {
    expect(context.get(Transaction)).toBe(context.get(Transaction))
    await Promise.resolve()
    log.push('worked')
    return 42
  })
  expect(answer).toBe(42)
  expect(log).toEqual(['worked', 'transaction ended', 'connection closed'])
  log.length = 0
  const failing = context.runInRequest(async () => {
    await Promise.resolve(context.get(Connection))
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(log).toEqual(['connection closed'])
  log.length = 0
  expect(context.runInRequest(() => context.get(Connection))).toBeInstanceOf(Connection)
  await new Promise((resolve) => setImmediate(resolve))
  expect(log).toEqual(['connection closed'])
})

test('classes decorated before jest reset its modules still start', async () => {
  @Component()
  class Engine {}
  @Component()
  class Car {
    constructor(readonly engine: Engine) {}
  }
  jest.resetModules()
  const fresh = require('@vernal/container/testing') as typeof import('@vernal/container/testing')
  expect(fresh.createTestContext).not.toBe(createTestContext)
  await using context = await fresh.createTestContext({ components: [Car, Engine] })
  expect(context.get(Car).engine).toBe(context.get(Engine))
})
