import {
  Bean,
  Configuration,
  Logger,
  Primary,
  run,
  Service,
  type Application,
  type RunOptions,
} from '@vernal/container'
import {
  functionTool,
  InProcessToolExecutor,
  WorkerToolExecutor,
  Tool,
  ToolCallback,
  ToolCallbackProvider,
  ToolErrorPolicy,
  ToolExecutor,
  ToolGate,
  ToolParam,
  ToolPolicy,
  ToolRegistry,
  type ToolCallOutcome,
  type ToolVerdict,
} from '@vernal/tools'
import { ToolsAutoConfiguration } from '@vernal/tools/autoconfigure'

const start = (
  components: NonNullable<RunOptions['components']>,
  properties: Record<string, unknown> = {},
): Promise<Application> =>
  run({
    components,
    properties: { 'vernal.logging.level': 'silent', ...properties },
    autoConfigurations: [ToolsAutoConfiguration],
    args: [],
    env: {},
    configDir: __dirname,
    signals: false,
  })

const call = (app: Application, name: string, args = '{}'): Promise<ToolCallOutcome> =>
  app.get(ToolGate).pass({ id: '1', name, arguments: args }, { tools: app.get(ToolRegistry).all() })

@Service()
class OrderService {
  @Tool('Finds an order') findOrder(@ToolParam('Its id') id: string): string {
    return `order ${id}`
  }
  @Tool() fail(): string {
    throw new Error('disk full')
  }
}

@Service()
class Plain {}

/** A logger that keeps what it is told. */
function recorder(): { lines: { message: string }[]; Logging: new () => object } {
  const lines: { message: string }[] = []
  @Configuration()
  class Logging {
    @Primary()
    @Bean({ type: Logger, name: 'recorder' })
    logger(): Logger {
      const write = (fields: object, message: string): void => void lines.push({ ...fields, message })
      const logger = { debug: write, info: write, warn: write, error: write, child: (): unknown => logger }
      return logger as never
    }
  }
  return { lines, Logging }
}

class Stock extends ToolCallbackProvider {
  override toolCallbacks(): readonly ToolCallback[] {
    return [functionTool({ name: 'stock', execute: () => 7 })]
  }
}

describe('an application with tools', () => {
  test('registers the tools of every bean', async () => {
    @Configuration()
    class Tools {
      @Bean({ type: ToolCallback }) ping(): ToolCallback {
        return functionTool({ name: 'ping', execute: () => 'pong' })
      }
      @Bean({ type: ToolCallbackProvider }) stock(): ToolCallbackProvider {
        return new Stock()
      }
    }
    await using app = await start([OrderService, Plain, Tools])
    expect([...app.get(ToolRegistry).all().names].sort()).toEqual(['fail', 'findOrder', 'ping', 'stock'])
    expect(
      app
        .get(ToolRegistry)
        .ofClass(OrderService)
        .map(({ definition }) => definition.name),
    ).toEqual(['findOrder', 'fail'])
    expect((await call(app, 'findOrder', '{"id":"7"}')).text).toBe('order 7')
    expect((await call(app, 'ping')).text).toBe('pong')
  })

  test('does not see the tools of another one', async () => {
    await using one = await start([OrderService])
    await using other = await start([Plain])
    expect(one.get(ToolRegistry).all().size).toBe(2)
    expect(other.get(ToolRegistry).all().size).toBe(0)
  })

  test('does not start with two tools of one name, and names both', async () => {
    @Service()
    class Second {
      @Tool({ name: 'findOrder' }) other(): string {
        return ''
      }
    }
    await expect(start([OrderService, Second])).rejects.toThrow(/OrderService\.findOrder.*Second\.other/s)
  })

  test('does not start with a tool that cannot be described', async () => {
    @Service()
    class Unclear {
      @Tool() find(@ToolParam() filter: { text: string }): string {
        return filter.text
      }
    }
    await expect(start([Unclear])).rejects.toThrow(/Unclear\.find/)
  })

  test('refuses arguments nobody knows, unless told to drop them', async () => {
    await using strict = await start([OrderService])
    await using lenient = await start([OrderService], { 'vernal.ai.tools.arguments.unknown': 'drop' })
    expect((await call(strict, 'findOrder', '{"id":"7","idd":1}')).text).toMatch(/idd: is not known; did you mean "id"/)
    expect((await call(lenient, 'findOrder', '{"id":"7","idd":1}')).text).toBe('order 7')
  })

  test('runs its tools as the properties say', async () => {
    @Service()
    class Slow {
      @Tool() wait(): Promise<never> {
        return new Promise(() => {})
      }
      @Tool() write(@ToolParam() text: string): string {
        return text.repeat(1000)
      }
    }
    await using app = await start([OrderService, Slow], {
      'vernal.ai.tools.execution.timeout': '10ms',
      'vernal.ai.tools.results.max-chars': 200,
      'vernal.ai.tools.arguments.max-chars': 100,
      'vernal.ai.tools.errors.include-message': false,
    })
    expect(await call(app, 'wait')).toMatchObject({ type: 'failure', reason: 'timed-out' })
    expect((await call(app, 'write', '{"text":"ab"}')).text).toContain('characters omitted')
    expect(await call(app, 'write', JSON.stringify({ text: 'a'.repeat(100) }))).toMatchObject({
      reason: 'invalid-arguments',
    })
    expect((await call(app, 'fail')).text).not.toContain('disk full')
  })

  test('ends the turn with the error of a tool when that is asked for', async () => {
    await using app = await start([OrderService], { 'vernal.ai.tools.throw-exception-on-error': true })
    await expect(call(app, 'fail')).rejects.toThrow('disk full')
  })

  test('uses its own executor, error policy and registry where it has them', async () => {
    class Echo extends ToolExecutor {
      override execute(): Promise<unknown> {
        return Promise.reject(new Error('not here'))
      }
    }
    class Terse extends ToolErrorPolicy {
      override describe(): string {
        return 'No.'
      }
    }
    const registry = new ToolRegistry()
    @Configuration()
    class Own {
      @Bean() executor(): Echo {
        return new Echo()
      }
      @Bean() policy(): Terse {
        return new Terse()
      }
      @Bean() registry(): ToolRegistry {
        return registry
      }
    }
    await using app = await start([OrderService, Own])
    expect(app.get(ToolRegistry)).toBe(registry)
    expect((await call(app, 'findOrder', '{"id":"7"}')).text).toBe('No.')
  })

  test('logs the full error of a tool', async () => {
    const { lines, Logging } = recorder()
    await using app = await start([OrderService, Logging])
    await call(app, 'fail')
    expect(lines).toContainEqual(
      expect.objectContaining({ tool: 'fail', reason: 'threw', err: new Error('disk full') }),
    )
  })

  test('tries idempotent tools again as the properties say, and no others, and logs each attempt', async () => {
    const tries: string[] = []
    @Service()
    class Flaky {
      @Tool({ idempotent: true }) read(): never {
        tries.push('read')
        throw new Error('busy')
      }
      @Tool({ effect: 'write' }) write(): never {
        tries.push('write')
        throw new Error('busy')
      }
    }
    const { lines, Logging } = recorder()
    await using app = await start([Flaky, Logging], {
      'vernal.ai.tools.execution.retry': { 'max-attempts': 3, backoff: '1ms', 'max-backoff': '2ms' },
    })
    await call(app, 'write')
    await call(app, 'read')
    expect(tries).toEqual(['write', 'read', 'read', 'read'])
    expect(lines.filter(({ message }) => message === 'The tool read failed and is tried again')).toMatchObject([
      { attempt: 1, err: new Error('busy') },
      { attempt: 2 },
    ])
  })

  test.each([
    [{ requires: ['findOrdr'] }, /Rest\.pay has \{ requires: \['findOrdr'\] \}/],
    [{ after: ['pay'] }, /pay \(Rest\.pay\) wait for each other/],
  ])('does not start when the order of its tools cannot be kept: %j', async (order, message) => {
    @Service()
    class Rest {
      @Tool(order) pay(): void {}
    }
    await expect(start([OrderService, Rest])).rejects.toThrow(message)
  })

  test('knows its tools by the bean that brings them', async () => {
    await using app = await start([OrderService])
    const registry = app.get(ToolRegistry)
    expect(registry.ofBean(app.get(OrderService))).toEqual([...registry.all()])
  })
})

describe('vernal.ai.tools.policies', () => {
  test('hold for the gate of the application', async () => {
    const app = await start([OrderService], {
      'vernal.ai.tools.policies': [
        { tools: ['find*'], arguments: { id: { pattern: '^A' } }, rate: { calls: 1, per: '1m' } },
        { tools: ['fail'], access: 'deny' },
      ],
    })
    expect(await call(app, 'findOrder', '{"id":"B1"}')).toMatchObject({ reason: 'forbidden' })
    expect(await call(app, 'findOrder', '{"id":"A1"}')).toMatchObject({ type: 'success' })
    expect(await call(app, 'findOrder', '{"id":"A1"}')).toMatchObject({ reason: 'rate-exceeded' })
    expect(await call(app, 'fail')).toMatchObject({ reason: 'forbidden' })
    await app.close()
  })

  test.each([
    [{ tools: ['findOrder'], acess: 'deny' }, 'acess'],
    [{ tools: ['findOrder'], roles: [] }, 'roles'],
    [{ access: 'deny' }, 'tools'],
    [{ tools: ['findOrder'], arguments: { order: { type: 'string' } } }, 'constrains "order"'],
    [{ tools: ['findOrder'], arguments: { id: { type: 'text' } } }, 'policy 1'],
  ])('that make no sense end the start: %j', async (policy, message) => {
    await expect(start([OrderService], { 'vernal.ai.tools.policies': [policy] })).rejects.toThrow(message)
  })

  test('about a tool that is not there are warned of, with the nearest names', async () => {
    const { lines, Logging } = recorder()
    await using app = await start([OrderService, Logging], {
      'vernal.ai.tools.policies': [{ tools: ['findOrdr', 'find*'], access: 'deny' }],
      'vernal.ai.tools.approval.required': ['fial'],
    })
    expect(app.get(ToolRegistry).all().size).toBe(2)
    const warnings = lines.flatMap(({ message }) => (message.startsWith('No tool is named') ? [message] : []))
    expect(warnings).toEqual([
      'No tool is named "findOrdr", which vernal.ai.tools.policies[0] is about. Did you mean findOrder?',
      'No tool is named "fial", which vernal.ai.tools.approval.required is about. Did you mean fail?',
    ])
  })

  test('give way to a policy of the application', async () => {
    class NightWatch extends ToolPolicy {
      mayUse(): ToolVerdict {
        return { permitted: false, reason: 'closed at night' }
      }
    }
    @Configuration()
    class Own {
      @Bean({ type: ToolPolicy }) policy(): ToolPolicy {
        return new NightWatch()
      }
    }
    const app = await start([OrderService, Own])
    expect(await call(app, 'findOrder', '{"id":"A1"}')).toMatchObject({
      reason: 'forbidden',
      detail: 'closed at night',
    })
    await app.close()
  })
})

test.each([
  [{}, InProcessToolExecutor],
  [{ 'vernal.ai.tools.execution.worker-threads': 2 }, WorkerToolExecutor],
])('with %p tools run by what fits', async (properties, type) => {
  const app = await start([], properties)
  expect(app.get(ToolExecutor)).toBeInstanceOf(type)
  await app.close()
})
