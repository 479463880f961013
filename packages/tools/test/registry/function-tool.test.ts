import { functionTool } from '@vernal/tools'
import { z } from 'zod'

const CITY = z.object({ city: z.string() })

describe('A schema that several function tools have', () => {
  it('is read once, so that making a tool for each request costs little', () => {
    const first = functionTool({ name: 'first', parameters: CITY, execute: ({ city }) => city })
    const second = functionTool({ name: 'second', parameters: CITY, execute: ({ city }) => city.length })
    expect(second.definition.inputSchema).toBe(first.definition.inputSchema)
    expect(second.definition.name).toBe('second')
  })

  it('checks the arguments of each', async () => {
    const tools = ['north', 'south'].map((name) =>
      functionTool({ name, parameters: CITY, execute: ({ city }) => `${name} of ${city}` }),
    )
    const texts = await Promise.all(tools.map(async (tool) => tool.call({ city: 'Jena' })))
    expect(texts).toMatchObject([
      { type: 'success', text: 'north of Jena' },
      { type: 'success', text: 'south of Jena' },
    ])
    expect(await tools[1]?.call({ city: {} })).toMatchObject({ type: 'refusal' })
  })

  it('leaves the examples of one tool out of the other', () => {
    const examples = [{ city: 'Jena' }]
    const shown = functionTool({ name: 'shown', parameters: CITY, examples, execute: () => '' })
    const plain = functionTool({ name: 'plain', parameters: CITY, execute: () => '' })
    expect(shown.definition.inputSchema).toMatchObject({ examples })
    expect(plain.definition.inputSchema).not.toHaveProperty('examples')
  })

  it('names the tool at hand when it is refused, each time', () => {
    const make = (name: string) => () => functionTool({ name, parameters: { type: 'array' }, execute: () => '' })
    expect(make('first')).toThrow('functionTool(first)')
    expect(make('second')).toThrow('functionTool(second)')
  })

  it('is refused when it is no schema at all', () => {
    const parameters = 'city' as never
    expect(() => functionTool({ name: 'odd', parameters, execute: () => '' })).toThrow(
      'a schema is expected, not a string',
    )
  })
})
