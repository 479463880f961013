import { functionTool, Tool, ToolCallbacks, ToolGate, ToolParam, ToolSet, type ToolCallback } from '@vernal/tools'
import { z } from 'zod'

/** The only tool of an object. */
function only(service: object): ToolCallback {
  const [tool] = ToolCallbacks.from(service)
  if (!tool) throw new Error('no tool')
  return tool
}

const textOf = async (value: unknown): Promise<string> => {
  const tool = functionTool({ name: 'give', description: 'Gives', execute: () => value })
  return (await tool.call({})).text
}

describe('the schema of a method', () => {
  test('has every parameter, all required, and no others', () => {
    class People {
      @Tool() add(@ToolParam() name: string, @ToolParam({ type: 'integer' }) age: number): string {
        return `${name} ${age}`
      }
    }
    expect(only(new People()).definition.inputSchema).toEqual({
      type: 'object',
      properties: { name: { type: 'string' }, age: { type: 'integer' } },
      required: ['name', 'age'],
      additionalProperties: false,
    })
  })

  test('leaves out of the required ones what says so, and describes what has a description', () => {
    class People {
      @Tool() add(
        @ToolParam({ required: false, description: 'In full' }) name: string,
        @ToolParam({ required: true }) age: number,
        @ToolParam() town: string,
      ): string {
        return `${name} ${age} ${town}`
      }
    }
    const { properties, required } = only(new People()).definition.inputSchema
    expect(properties).toMatchObject({ name: { type: 'string', description: 'In full' } })
    expect(required).toEqual(['age', 'town'])
  })

  test('allows further properties where its schema says so', () => {
    const tool = functionTool({
      name: 'save',
      description: 'Saves',
      parameters: z.looseObject({ id: z.string() }),
      execute: (args) => args,
    })
    expect(tool.definition.inputSchema.additionalProperties).not.toBe(false)
  })

  test('keeps the fields of a class in the order in which they are written', () => {
    class Person {
      @ToolParam() surname!: string
      @ToolParam('Given') name!: string
      @ToolParam({ required: false }) age?: number
    }
    class People {
      @Tool() add(@ToolParam() person: Person): string {
        return person.name
      }
    }
    const person = (only(new People()).definition.inputSchema.properties as { person: Record<string, unknown> }).person
    expect(Object.keys(person.properties as object)).toEqual(['surname', 'name', 'age'])
    expect(person).toMatchObject({
      properties: { name: { description: 'Given' } },
      required: ['surname', 'name'],
      additionalProperties: false,
    })
  })

  test('is the same however many are made at once', async () => {
    class People {
      @Tool() add(@ToolParam() name: string): string {
        return name
      }
    }
    const made = await Promise.all(Array.from({ length: 240 }, async () => only(new People()).definition.inputSchema))
    expect(new Set(made.map((schema) => JSON.stringify(schema))).size).toBe(1)
  })

  test('of nothing is an object without properties', () => {
    const tool = functionTool({ name: 'now', description: 'Tells the time', execute: () => 'now' })
    expect(tool.definition.inputSchema).toMatchObject({ type: 'object', properties: {} })
  })
})

describe('the arguments of a method', () => {
  test('arrive typed, also in lists and maps', async () => {
    const seen: unknown[] = []
    class Typed {
      @Tool() take(
        @ToolParam({ items: String }) words: string[],
        @ToolParam({ schema: { type: 'object', additionalProperties: { type: 'integer' } } }) counts: object,
        @ToolParam({ schema: { type: 'array', items: { type: 'object' } } }) maps: object[],
      ): string {
        seen.push(words, counts, maps)
        return '12 words'
      }
    }
    const call = await only(new Typed()).call({ words: ['a'], counts: { a: '1' }, maps: [{ b: { c: 1 } }] })
    expect(call.text).toBe('12 words')
    expect(seen).toEqual([['a'], { a: 1 }, [{ b: { c: 1 } }]])
  })
})

describe('a function', () => {
  test('gets its arguments and the context', async () => {
    const tool = functionTool({
      name: 'greet',
      description: 'Greets',
      parameters: z.object({ name: z.string() }),
      execute: ({ name }, context) => `${name} of ${String(context.get('tenant') ?? 'nowhere')}`,
    })
    const pass = (values?: Record<string, unknown>) =>
      new ToolGate().pass(
        { id: 'c1', name: 'greet', arguments: '{"name":"Ann"}' },
        { tools: ToolSet.of([tool]), values },
      )

    expect(await pass({ tenant: 'acme' })).toMatchObject({ type: 'success', text: 'Ann of acme' })
    expect(await pass()).toMatchObject({ type: 'success', text: 'Ann of nowhere' })
  })

  test('that throws is a failure with its message and its error', async () => {
    const error = new Error('disk full')
    const tool = functionTool({
      name: 'save',
      description: 'Saves',
      execute: () => {
        throw error
      },
    })
    expect(await tool.call({})).toMatchObject({ type: 'failure', text: expect.stringContaining('disk full'), error })
  })
})

describe('the text of a container', () => {
  test.each([
    ['a list', ['one', 'two'], '["one","two"]'],
    ['a map', { a: 1 }, '{"a":1}'],
    ['an empty list', [], '[]'],
    ['an empty map', {}, '{}'],
  ])('of %s is JSON', async (_what, value, text) => {
    expect(await textOf(value)).toBe(text)
  })
})
