import {
  functionTool,
  Tool,
  ToolCallbacks,
  ToolError,
  ToolRegistry,
  ToolSet,
  type ToolCallback,
  type ToolRegistryEvent,
} from '@vernal/tools'

const tool = (name: string, source = `here.${name}`): ToolCallback =>
  functionTool({ name, source, execute: () => name })

describe('a tool set', () => {
  test('keeps its order and its names', () => {
    const set = ToolSet.of([tool('b'), tool('a')])
    expect(set.names).toEqual(['b', 'a'])
    expect(set.definitions.map(({ name }) => name)).toEqual(['b', 'a'])
    expect([...set].map(({ definition }) => definition.name)).toEqual(['b', 'a'])
    expect(set.size).toBe(2)
    expect(set.find('a')?.definition.name).toBe('a')
    expect(set.find('c')).toBeUndefined()
    expect(set.find('toString')).toBeUndefined()
  })

  test('is the same when nothing is added, and another when something is', () => {
    const a = tool('a')
    const set = ToolSet.of([a])
    expect(set.with([a])).toBe(set)
    expect(ToolSet.of([])).toBe(ToolSet.empty)
    const more = set.with([tool('b')])
    expect(more.names).toEqual(['a', 'b'])
    expect(set.names).toEqual(['a'])
  })

  test('refuses two tools of one name, naming where both are declared', () => {
    expect(() => ToolSet.of([tool('a', 'OrderService.a'), tool('a', 'Shop.a')])).toThrow(
      /"a": OrderService.a and Shop.a/,
    )
  })
})

describe('a tool registry', () => {
  test('gives the same sets until it changes', () => {
    const registry = new ToolRegistry()
    registry.register(tool('find_order'))
    registry.register(tool('find_customer'))
    registry.register(tool('close_order'))
    const [all, found] = [registry.all(), registry.matching(['find_*'])]
    expect(found.names).toEqual(['find_order', 'find_customer'])
    expect(registry.all()).toBe(all)
    expect(registry.matching(['find_*'])).toBe(found)
    expect(registry.matching(['*_order', 'nothing.*']).names).toEqual(['find_order', 'close_order'])
    registry.register(tool('find_page'))
    expect(registry.all()).not.toBe(all)
    expect(all.size).toBe(3)
    expect(registry.matching(['find_*']).size).toBe(3)
  })

  test('counts and tells its changes', () => {
    const registry = new ToolRegistry()
    const events: ToolRegistryEvent[] = []
    const stop = registry.onChange((event) => void events.push(event))
    const a = tool('a')
    registry.register(a)
    registry.register(a)
    expect(registry.unregister('a')).toBe(true)
    expect(registry.unregister('a')).toBe(false)
    stop()
    registry.register(a)
    expect(registry.version).toBe(3)
    expect(events).toEqual([
      { type: 'tool-registered', name: 'a', version: 1 },
      { type: 'tool-unregistered', name: 'a', version: 2 },
    ])
  })

  test('says which tools there are when one is asked for that is not', () => {
    const registry = new ToolRegistry()
    registry.register(tool('find_order'))
    expect(registry.get('find_order').definition.name).toBe('find_order')
    expect(registry.find('other')).toBeUndefined()
    expect(() => registry.get('other')).toThrow(/No tool is named "other". Known tools: find_order/)
  })

  test('refuses a taken name', () => {
    const registry = new ToolRegistry()
    registry.register(tool('a', 'A.a'))
    expect(() => registry.register(tool('a', 'B.a'))).toThrow(ToolError)
    expect(registry.get('a').metadata.source).toBe('A.a')
  })

  test('finds the tools of a class and of classes below it', () => {
    class Base {
      @Tool() one(): string {
        return '1'
      }
    }
    class Derived extends Base {
      @Tool() two(): string {
        return '2'
      }
    }
    class Other {
      @Tool() three(): string {
        return '3'
      }
    }
    const registry = new ToolRegistry()
    for (const callback of ToolCallbacks.from(new Derived(), new Other())) registry.register(callback)
    const names = (type: new () => unknown): string[] => registry.ofClass(type).map(({ definition }) => definition.name)
    expect(names(Base)).toEqual(['one', 'two'])
    expect(names(Derived)).toEqual(['one', 'two'])
    expect(names(Other)).toEqual(['three'])
  })
})
