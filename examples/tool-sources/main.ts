import { functionTool, run, Service, Tool, ToolCallback, ToolCallbackProvider, ToolParam, ToolRegistry } from 'vernal'

// #region number
class Line {
  @ToolParam('Article') article!: string
  @ToolParam({ description: 'How many', schema: { type: 'integer', minimum: 1 } }) count!: number
}

@Service()
class Basket {
  @Tool('Put an article into the basket')
  add(@ToolParam('What') line: Line, @ToolParam('Deliver after') after: Date): string {
    return `${line.count} × ${line.article} after ${after.toISOString()}`
  }
}
// #endregion

// #region provider
const REPORTS = [
  { name: 'salesReport', about: 'Sales of a year' },
  { name: 'stockReport', about: 'Stock at the end of a year' },
]

@Service()
class ReportTools extends ToolCallbackProvider {
  toolCallbacks(): readonly ToolCallback[] {
    return REPORTS.map(({ name, about }) =>
      functionTool({
        name,
        description: about,
        parameters: { type: 'object', properties: { year: { type: 'integer' } }, required: ['year'] },
        execute: ({ year }) => `${name} of ${String(year)}`,
      }),
    )
  }
}
// #endregion

async function main(): Promise<void> {
  const app = await run({ components: [Basket, ReportTools], properties: { 'vernal.ai.model.chat': 'offline' } })
  const registry = app.get(ToolRegistry)
  for (const [name, given] of [
    ['add', { line: { article: 'cup', count: 2 }, after: '2026-12-24T10:00:00+01:00' }],
    ['add', { line: { article: 'cup', count: 2 }, after: '2026-12-24' }],
    ['add', { line: { article: 'cup', count: 0 }, after: '2026-12-24T10:00:00Z' }],
    ['stockReport', { year: 2026 }],
  ] as const) {
    const outcome = await registry.get(name).call(given)
    console.log(outcome.text)
  }
  // prints: 2 × cup after 2026-12-24T09:00:00.000Z
  // prints: - after: expected a date-time such as 2031-05-06T07:08:09Z
  // prints: - line.count: expected at least 1, received 0
  // prints: stockReport of 2026
  await app.close()
}

void main()
