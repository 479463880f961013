import {
  ApplicationClosing,
  ApplicationEvents,
  ApplicationReady,
  ApplicationRunner,
  ApplicationStarted,
  Bean,
  Component,
  Configuration,
  EventListener,
  Lifecycle,
  Order,
  PreDestroy,
  run,
} from '@vernal/container'
import { createTestContext } from '@vernal/container/testing'

let log: string[] = []
beforeEach(() => (log = []))

test('beans close in reverse order of need, one that fails does not stop the rest, and a second close waits', async () => {
  @Component()
  class Store {
    @PreDestroy()
    async closeStore() {
      await Promise.resolve()
      log.push('store')
    }
  }
  @Component()
  class Middle {
    constructor(readonly store: Store) {}
    @PreDestroy()
    fail() {
      log.push('middle')
      throw new Error('cannot close')
    }
  }
  @Component()
  class Front {
    constructor(readonly middle: Middle) {}
    async [Symbol.asyncDispose]() {
      log.push('front')
      return Promise.resolve()
    }
  }
  const context = await createTestContext({ components: [Store, Front, Middle] })
  await Promise.all([context.close(), context.close()])
  expect(log).toEqual(['front', 'middle', 'store'])
})

test('what a bean method made is closed by close, shutdown, or the method it names', async () => {
  class Closeable {
    constructor(readonly name: string) {}
    close() {
      log.push(`close ${this.name}`)
    }
    quit() {
      log.push(`quit ${this.name}`)
    }
  }
  @Configuration()
  class Wiring {
    @Bean()
    inferred(): Closeable {
      return new Closeable('inferred')
    }
    @Bean({ destroy: 'quit' })
    named(): Closeable {
      return new Closeable('named')
    }
    @Bean({ destroy: false })
    kept(): Closeable {
      return new Closeable('kept')
    }
  }
  await (await createTestContext({ components: [Wiring] })).close()
  expect(log).toEqual(['quit named', 'close inferred'])
})

test('a bean that takes too long to close is logged by name, and the rest closes', async () => {
  @Component()
  class First {
    @PreDestroy()
    bye() {
      log.push('first')
    }
  }
  @Component()
  class Hangs {
    constructor(readonly first: First) {}
    @PreDestroy()
    bye() {
      return new Promise(() => undefined)
    }
  }
  const written = jest.spyOn(process.stderr, 'write').mockReturnValue(true)
  const context = await createTestContext({
    components: [First, Hangs],
    properties: { 'vernal.lifecycle.timeout-per-shutdown-phase': '20ms', 'vernal.logging.level': 'warn' },
  })
  await context.close()
  const lines = written.mock.calls.map(([line]) => String(line)).join('')
  written.mockRestore()
  expect(log).toEqual(['first'])
  expect(lines).toMatch(/WARN {2}Hangs failed to close bean=hangs\n.*longer than 20 ms/)
})

class Phased extends Lifecycle {
  constructor(
    readonly name: string,
    override readonly phase: number,
  ) {
    super()
  }
  start() {
    log.push(`start ${this.name}`)
  }
  stop() {
    log.push(`stop ${this.name}`)
  }
}

@Configuration()
class Phases {
  @Bean()
  server(): Phased {
    return new Phased('server', 10)
  }
  @Bean()
  queue(): Phased {
    return new Phased('queue', 0)
  }
}

@Component()
class Watcher {
  @EventListener(ApplicationStarted)
  started() {
    log.push('started')
  }
  @EventListener(ApplicationReady)
  async ready() {
    await Promise.resolve()
    log.push('ready')
  }
  @EventListener(ApplicationClosing)
  closing() {
    log.push('closing')
  }
}

@Component()
@Order(2)
class SecondRunner extends ApplicationRunner {
  run() {
    log.push('run second')
  }
}

@Component()
@Order(1)
class FirstRunner extends ApplicationRunner {
  run(args: readonly string[]) {
    log.push(`run first ${args.join(' ')}`)
  }
}

test('phases start upwards and stop downwards, with events and runners between', async () => {
  const components = [Phases, Watcher, SecondRunner, FirstRunner]
  const context = await createTestContext({ components, args: ['--x=1', 'import', 'all'] })
  await context.close()
  expect(log).toEqual([
    'start queue',
    'start server',
    'started',
    'run first import all',
    'run second',
    'ready',
    'closing',
    'stop server',
    'stop queue',
  ])
})

test('a lifecycle that fails to start stops those already started and fails the start', async () => {
  class Broken extends Lifecycle {
    override readonly phase = 99
    start() {
      throw new Error('port taken')
    }
    stop() {
      log.push('stop broken')
    }
  }
  @Configuration()
  class WithBroken {
    @Bean()
    broken(): Broken {
      return new Broken()
    }
  }
  const failed = createTestContext({ components: [Phases, WithBroken] })
  await expect(failed).rejects.toThrow('WithBroken.broken() failed to start: port taken')
  expect(log).toEqual(['start queue', 'start server', 'stop server', 'stop queue'])
})

test('events reach listeners of their class and superclasses, and a publisher waits for them', async () => {
  class OrderPlaced {
    constructor(readonly id: number) {}
  }
  class BigOrderPlaced extends OrderPlaced {}
  @Component()
  class Mailer {
    @EventListener(OrderPlaced)
    async onOrder(event: OrderPlaced) {
      await Promise.resolve()
      log.push(`mail ${event.id}`)
    }
  }
  await using context = await createTestContext({ components: [Mailer] })
  const events = context.get(ApplicationEvents)
  const end = events.subscribe(BigOrderPlaced, ({ id }) => log.push(`big ${id}`))
  await events.publish(new OrderPlaced(1))
  await events.publish(new BigOrderPlaced(2))
  end()
  await events.publish(new BigOrderPlaced(3))
  expect(log).toEqual(['mail 1', 'mail 2', 'big 2', 'mail 3'])
})

test('signals are listened to while the application runs, and no longer', async () => {
  const before = process.listenerCount('SIGTERM')
  const options = {
    env: {},
    args: [],
    configDir: [],
    autoConfigurations: [],
    properties: { 'vernal.logging.level': 'silent' },
  }
  const app = await run(options)
  expect(process.listenerCount('SIGTERM')).toBe(before + 1)
  await app.close()
  expect(process.listenerCount('SIGTERM')).toBe(before)
})
