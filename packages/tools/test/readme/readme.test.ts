import { functionTool, Tool, ToolCallbacks, ToolGate, ToolParam, ToolSet } from '@vernal/tools'
import { z } from 'zod'

test('the README runs', async () => {
  // #region plain
  class Weather {
    @Tool('The weather of a town')
    forecast(@ToolParam('Name of the town') town: string, days = 1): string {
      return `${town}: sun for ${days} days`
    }
  }

  const add = functionTool({
    name: 'add',
    parameters: z.object({ a: z.number(), b: z.number() }),
    execute: ({ a, b }) => a + b,
  })

  const tools = ToolSet.of([...ToolCallbacks.from(new Weather()), add])
  const gate = new ToolGate()
  const outcome = await gate.pass({ id: '1', name: 'forecast', arguments: '{"town":"Oslo","days":"3"}' }, { tools })
  // #endregion
  expect(outcome.text).toBe('Oslo: sun for 3 days')
})
