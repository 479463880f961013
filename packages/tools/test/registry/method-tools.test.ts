import { Tool, ToolCallbacks, ToolContext, ToolParam, type ToolCallback, type ToolCallOutcome } from '@vernal/tools'
import { z } from 'zod'

const only = (target: object): ToolCallback => {
  const [callback] = ToolCallbacks.from(target)
  if (callback === undefined) throw new Error('no tool')
  return callback
}
const valueOf = (outcome: ToolCallOutcome): unknown => {
  if (outcome.type !== 'success') throw new Error(outcome.text)
  return outcome.value
}

class OrderService {
  readonly #orders = ['a', 'b', 'c']

  @Tool({ description: 'Find the orders of a customer' })
  findOrders(
    @ToolParam('Customer id') customerId: string,
    @ToolParam({ description: 'At most this many', required: false }) limit?: number,
  ): Promise<unknown> {
    return Promise.resolve({ customerId, limit, orders: this.#orders.slice(0, limit) })
  }
}

describe('a method with @Tool', () => {
  test('is described by its signature', () => {
    expect(only(new OrderService()).definition).toEqual({
      name: 'findOrders',
      description: 'Find the orders of a customer',
      inputSchema: {
        type: 'object',
        properties: {
          customerId: { type: 'string', description: 'Customer id' },
          limit: { type: 'number', description: 'At most this many' },
        },
        required: ['customerId'],
        additionalProperties: false,
      },
    })
  })

  test('runs with its object as this, and its arguments by name', async () => {
    const outcome = await only(new OrderService()).call('{"limit":"2","customerId":"7"}')
    expect(outcome).toMatchObject({ type: 'success', returnDirect: false })
    expect(outcome.text).toBe('{"customerId":"7","limit":2,"orders":["a","b"]}')
  })

  test('leaves an optional argument out when it is not sent or null', async () => {
    expect(valueOf(await only(new OrderService()).call('{"customerId":"7","limit":null}'))).toMatchObject({
      limit: undefined,
      orders: ['a', 'b', 'c'],
    })
  })

  test('keeps the default value of a parameter, which makes it optional', async () => {
    class Pages {
      @Tool()
      openPage(@ToolParam() name: string, @ToolParam() page = 1, @ToolParam() sort = ')},='): string {
        return `${name} ${page} ${sort}`
      }
    }
    const tool = only(new Pages())
    expect(tool.definition.inputSchema.required).toEqual(['name'])
    expect(tool.definition.description).toBe('open page')
    expect((await tool.call({ name: 'x' })).text).toBe('x 1 )},=')
  })

  test('gets a Date for a Date, and an instance for a class', async () => {
    class Period {
      @ToolParam('First day') from!: Date
      @ToolParam({ required: false }) days: number = 7
    }
    class Calendar {
      @Tool() book(@ToolParam() period: Period, @ToolParam({ items: Period }) more: Period[]): unknown {
        return [period, more]
      }
    }
    const tool = only(new Calendar())
    expect(tool.definition.inputSchema.properties).toMatchObject({
      period: {
        type: 'object',
        properties: {
          from: { type: 'string', format: 'date-time', description: 'First day' },
          days: { type: 'number' },
        },
        required: ['from'],
        additionalProperties: false,
      },
      more: { type: 'array', items: { type: 'object' } },
    })
    const from = '2031-05-06T07:08:09.000Z'
    const [period, [second]] = valueOf(await tool.call({ period: { from }, more: [{ from, days: 1 }] })) as [
      Period,
      [Period],
    ]
    expect(period).toBeInstanceOf(Period)
    expect(period.from).toEqual(new Date(from))
    expect(period.days).toBe(7)
    expect(second).toBeInstanceOf(Period)
    expect(second.days).toBe(1)
  })

  test('describes a class that holds itself with a definition at the root', async () => {
    class Folder {
      @ToolParam() name!: string
      @ToolParam({ items: Folder, required: false }) folders?: Folder[]
    }
    class Disk {
      @Tool() make(@ToolParam() root: Folder, @ToolParam({ required: false }) other?: Folder): unknown {
        return other ?? root
      }
    }
    const tool = only(new Disk())
    expect(tool.definition.inputSchema).toMatchObject({
      properties: { root: { $ref: '#/$defs/Folder' }, other: { $ref: '#/$defs/Folder' } },
      $defs: { Folder: { properties: { folders: { type: 'array', items: { $ref: '#/$defs/Folder' } } } } },
    })
    expect(Object.keys(tool.definition.inputSchema.$defs as object)).toEqual(['Folder'])
    const made = valueOf(await tool.call({ root: { name: 'a', folders: [{ name: 'b' }] } })) as Folder
    expect(made.folders?.[0]).toBeInstanceOf(Folder)
  })

  test('takes big integers as text, bytes as base64 and addresses as URL', async () => {
    class Ledger {
      @Tool() put(@ToolParam() id: bigint, @ToolParam() data: Uint8Array, @ToolParam() page: URL): unknown[] {
        return [id, data, page]
      }
    }
    const outcome = await only(new Ledger()).call('{"id":7300123456789012345,"data":"aGk=","page":"https://e.org/x"}')
    const [id, data, page] = valueOf(outcome) as [bigint, Uint8Array, URL]
    expect(id).toBe(7300123456789012345n)
    expect(Buffer.from(data).toString()).toBe('hi')
    expect(page.hostname).toBe('e.org')
  })

  test('takes enums: a list, a string enum, a numeric enum', async () => {
    enum Unit {
      Celsius = 'c',
      Fahrenheit = 'f',
    }
    enum Level {
      Low,
      High,
    }
    class Weather {
      @Tool() get(
        @ToolParam({ enum: Unit }) unit: Unit,
        @ToolParam({ enum: Level }) level: Level,
        @ToolParam({ enum: ['a', 'b'] }) kind: string,
      ): string {
        return unit + String(level) + kind
      }
    }
    const tool = only(new Weather())
    expect(tool.definition.inputSchema.properties).toEqual({
      unit: { type: 'string', enum: ['c', 'f'] },
      level: { type: 'integer', enum: [0, 1] },
      kind: { type: 'string', enum: ['a', 'b'] },
    })
    expect((await tool.call({ unit: 'C', level: '1', kind: 'a' })).text).toBe('c1a')
    expect((await tool.call({ unit: 'k', level: 1, kind: 'a' })).text).toContain(
      'unit: expected one of "c", "f", received "k"',
    )
  })

  test('takes zod and JSON Schema for single parameters', async () => {
    class Search {
      @Tool() find(
        @ToolParam({
          schema: z
            .string()
            .min(2)
            .transform((text) => text.toUpperCase()),
        })
        text: string,
        @ToolParam({ schema: z.number().int().max(50).default(10) }) limit: number,
        @ToolParam({ schema: { type: 'array', items: { type: 'integer' } }, required: false, description: 'Years' })
        years?: number[],
      ): unknown[] {
        return [text, limit, years]
      }
    }
    const tool = only(new Search())
    expect(tool.definition.inputSchema).toMatchObject({
      properties: {
        text: { type: 'string', minLength: 2 },
        limit: { type: 'integer', default: 10 },
        years: { type: 'array', items: { type: 'integer' }, description: 'Years' },
      },
      required: ['text'],
    })
    expect(valueOf(await tool.call({ text: 'ab' }))).toEqual(['AB', 10, undefined])
    expect(valueOf(await tool.call({ text: 'ab', limit: '7', years: '[2031]' }))).toEqual(['AB', 7, [2031]])
    expect((await tool.call({ text: 'ab', limit: 51 })).text).toContain('limit')
  })

  test('takes one zod object for all, whole or by name', async () => {
    const parameters = z.object({ city: z.string(), days: z.number().default(3) })
    class Weather {
      @Tool({ parameters }) whole(args: z.infer<typeof parameters>, context: ToolContext): unknown {
        return [args, context.callId]
      }
      @Tool({ parameters }) byName(days: number, city: string): unknown {
        return [days, city]
      }
    }
    const [whole, byName] = ToolCallbacks.from(new Weather()) as [ToolCallback, ToolCallback]
    expect(valueOf(await whole.call({ city: 'Oslo' }))).toEqual([{ city: 'Oslo', days: 3 }, 'direct'])
    expect(valueOf(await byName.call({ city: 'Oslo' }))).toEqual([3, 'Oslo'])
  })

  test('gets the tool context where it asks for it, and no model sees that', async () => {
    class Secure {
      @Tool() who(context: ToolContext, @ToolParam() question: string): string {
        return `${String(context.get('user'))} ${question} ${context.callId}`
      }
    }
    const tool = only(new Secure())
    expect(tool.definition.inputSchema.properties).toEqual({ question: { type: 'string' } })
    const context = new ToolContext({ values: { user: 'ada' }, callId: 'c1' })
    expect((await tool.call({ question: 'why' }, context)).text).toBe('ada why c1')
  })

  test('may be inherited, overridden without a decorator, static or private', async () => {
    class Base {
      @Tool('Says hello') hello(@ToolParam() name: string): string {
        return `base ${name}`
      }
      @Tool() other(): string {
        return 'other'
      }
    }
    class Derived extends Base {
      override hello(name: string): string {
        return `derived ${name}`
      }
      @Tool() private secret(): string {
        return 'secret'
      }
      @Tool() static now(): string {
        return this.name
      }
    }
    const tools = ToolCallbacks.from(new Derived())
    expect(tools.map(({ definition, metadata }) => [definition.name, metadata.source])).toEqual([
      ['hello', 'Derived.hello'],
      ['other', 'Derived.other'],
      ['secret', 'Derived.secret'],
      ['now', 'Derived.now'],
    ])
    const texts = await Promise.all(tools.map(async (tool) => (await tool.call({ name: 'x' })).text))
    expect(texts).toEqual(['derived x', 'other', 'secret', 'Derived'])
    expect(ToolCallbacks.from(Derived).map(({ definition }) => definition.name)).toEqual(['now'])
    expect(() => ToolCallbacks.from({}, Object.create(null) as object)).toThrow(/No @Tool methods/)
  })

  test('is known by its written names also below another decorator that wraps it', async () => {
    const Wrapped = () => (_target: object, _key: string, descriptor: PropertyDescriptor) => {
      const method = descriptor.value as (...args: unknown[]) => unknown
      descriptor.value = function (this: unknown, ...args: unknown[]) {
        return `<${String(method.apply(this, args))}>`
      }
    }
    class Service {
      @Wrapped()
      @Tool()
      echo(@ToolParam() text: string): string {
        return text
      }
    }
    expect((await only(new Service()).call({ text: 'x' })).text).toBe('<x>')
  })
})

describe('a declaration that cannot be understood', () => {
  const problemsOf = (target: object): string => {
    try {
      ToolCallbacks.from(target)
      return 'none'
    } catch (error) {
      return (error as Error).message
    }
  }

  test('fails when it is read, with all its problems and the remedies', () => {
    interface Filter {
      text: string
    }
    class Service {
      @Tool() search(
        @ToolParam() filter: Filter,
        @ToolParam() either: string | number,
        @ToolParam() tags: string[],
        { a }: { a: string },
        @ToolParam() map: Map<string, string>,
        ...rest: string[]
      ): string {
        return JSON.stringify([filter, either, tags, a, map.size, rest])
      }
    }
    const text = problemsOf(new Service())
    expect(text).toContain('Service.search')
    expect(text).toMatch(/parameter "filter" has a type that does not exist at run time.*@ToolParam\(\{ schema/)
    expect(text).toMatch(/parameter "either" has a type/)
    expect(text).toMatch(/parameter "tags" is an array.*items/)
    expect(text).toMatch(/parameter 4 is a pattern.*name/)
    expect(text).toMatch(/parameter "map" is a Map/)
    expect(text).toMatch(/parameter "rest" is a rest parameter/)
  })

  test('fails for a parameter that is said twice over', () => {
    class Service {
      @Tool() search(@ToolParam({ schema: { type: 'array' }, items: String, enum: ['a'] }) tags: string[]): string {
        return tags.join()
      }
    }
    expect(problemsOf(new Service())).toMatch(
      /parameter "tags" has items and enum beside a schema.*leave one of them out/,
    )
  })

  test('fails for a class without described fields', () => {
    class Plain {
      x = 1
    }
    class Service {
      @Tool() use(@ToolParam() plain: Plain): string {
        return String(plain.x)
      }
    }
    expect(problemsOf(new Service())).toMatch(
      /parameter "plain" is the class Plain, none of whose fields has @ToolParam/,
    )
  })

  test('fails for a name that providers refuse, and proposes one', () => {
    class Service {
      @Tool({ name: 'Bestellung prüfen!' }) check(): string {
        return ''
      }
    }
    expect(problemsOf(new Service())).toMatch(/"Bestellung prüfen!" \(Service.check\).*"Bestellung_prufen"/)
  })

  test('fails for two tools of one name, naming both', () => {
    class A {
      @Tool() same(): string {
        return ''
      }
    }
    class B {
      @Tool({ name: 'same' }) other(): string {
        return ''
      }
    }
    expect(() => ToolCallbacks.from(new A(), new B())).toThrow(/"same": A.same and B.other/)
  })

  test('fails for an object without tools, saying what else may be meant', () => {
    class Empty {}
    expect(problemsOf(new Empty())).toMatch(/No @Tool methods were found in Empty.*functionTool/)
  })

  test('fails at once when the decorator is not on a method', () => {
    expect(() => {
      class Service {
        @(Tool() as PropertyDecorator) field = 1
      }
      return Service
    }).toThrow(/@Tool cannot be used on "field"/)
  })
})
