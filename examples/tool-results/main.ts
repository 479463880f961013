import { ChatClient, run, Service, Tool, ToolContext, ToolOutput, ToolRegistry } from 'vernal'
import { z } from 'zod'

const CHART = 'iVBORw0KGgo='

// #region output
@Service()
class SalesTools {
  @Tool({ description: 'The sales of a month, with a chart', outputSchema: z.object({ total: z.int() }) })
  monthlySales(month: string): ToolOutput {
    if (month === 'never') return new ToolOutput({ content: ['There is no such month.'], isError: true })
    return new ToolOutput({
      content: [`Sales of ${month}:`, { mediaType: 'image/png', data: CHART, name: 'sales.png' }],
      structured: { total: 1200 },
    })
  }
}
// #endregion

// #region progress
@Service()
class OrderTools {
  @Tool({ description: 'Count the orders of all years' })
  async countOrders(context: ToolContext): Promise<number> {
    for (let year = 1; year <= 3; year++) {
      context.reportProgress({ progress: year, total: 3, message: `year ${year}` })
      await Promise.resolve()
    }
    return 77
  }

  @Tool({ description: 'Read the log' })
  *readLog(): Generator<string> {
    yield 'started '
    yield 'and ended'
  }
}
// #endregion

@Service()
class Unreliable {
  @Tool({ description: 'Promises a number', outputSchema: z.object({ total: z.int() }) })
  brokenPromise(): object {
    return { total: 'many' }
  }
}

async function main(): Promise<void> {
  const app = await run({
    components: [SalesTools, OrderTools, Unreliable],
    properties: { 'vernal.ai.model.chat': 'offline' },
  })
  const registry = app.get(ToolRegistry)

  const sales = await registry.get('monthlySales').call({ month: 'May' })
  console.log(sales.text)
  // prints: Sales of May:
  // prints: [image/png, sales.png]
  const never = await registry.get('monthlySales').call({ month: 'never' })
  console.log(never.type, never.text)
  // prints: failure There is no such month.
  console.log((await registry.get('brokenPromise').call()).text)
  // prints: is not what it should be, and is not shown
  console.log((await registry.get('readLog').call()).text)
  // prints: started and ended

  // #region listen
  const reply = app.get(ChatClient).prompt('Count the orders of all years').stream()
  for await (const event of reply.events()) {
    if (event.type === 'tool-progress') console.log(event.name, event.progress, 'of', event.total)
  }
  // #endregion
  // prints: countOrders 1 of 3
  // prints: countOrders 3 of 3
  await app.close()
}

void main()
