import { functionTool, Tool, ToolCallbacks, toolGraph, type ToolCallback, type ToolTraits } from '@vernal/tools'

const tool = (name: string, traits: ToolTraits = {}): ToolCallback =>
  functionTool({ name, ...traits, execute: () => name })

describe('the graph of tools', () => {
  test('shows who goes before whom, in steps, and says it in words', () => {
    const graph = toolGraph([
      tool('pay', { requires: ['order'], after: ['log'] }),
      tool('order', { requires: ['find'] }),
      tool('find'),
      tool('log'),
      tool('weather'),
    ])
    expect(graph.nodes.map(({ name }) => name)).toEqual(['pay', 'order', 'find', 'log'])
    expect(graph.steps).toEqual([['find', 'log'], ['order'], ['pay']])
    expect(String(graph)).toBe('pay: requires order; after log\norder: requires find\nfind\nlog')
  })

  test('of tools that stand alone is empty', () => {
    expect(toolGraph([tool('a'), tool('b')])).toMatchObject({ nodes: [], steps: [] })
  })

  test('refuses a tool nobody has, and names the place and what there is', () => {
    expect(() => toolGraph([tool('pay', { requires: ['findd'] }), tool('find')])).toThrow(
      "functionTool(pay) has { requires: ['findd'] }, and no tool is named so. The other tools are: find.",
    )
  })

  test('refuses tools that wait for each other, and names all of them with their places', () => {
    class Circle {
      @Tool({ after: ['b'] }) a(): void {}
      @Tool({ requires: ['c'] }) b(): void {}
      @Tool({ after: ['a'] }) c(): void {}
      @Tool({ after: ['a'] }) d(): void {}
    }
    expect(() => toolGraph(ToolCallbacks.from(new Circle()))).toThrow(
      'a (Circle.a) and b (Circle.b) and c (Circle.c) wait for each other',
    )
    expect(() => toolGraph([tool('self', { after: ['self'] })])).toThrow(
      'self (functionTool(self)) wait for each other',
    )
  })
})
