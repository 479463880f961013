import {
  ChatClient,
  ToolCallingAdvisor,
  ToolCallingManager,
  ToolSearchToolCallingAdvisor,
  type TurnEvent,
} from '@vernal/chat'
import { ScriptedChatModel, type ScriptedAnswer } from '@vernal/chat/testing'
import { functionTool, KeywordToolIndex, ToolGate, ToolOutput } from '@vernal/tools'

const text = Array.from({ length: 60 }, (_, at) => `line ${at}`).join('\n')
const report = functionTool({ name: 'report', description: 'The report', execute: () => text })
const manager = new ToolCallingManager({ gate: new ToolGate({ maxResultChars: 200 }) })
const read = (from: number, id = 'r1'): ScriptedAnswer => [{ name: 'readToolResult', arguments: { id, from } }]
const resultsOf = (model: ScriptedChatModel): string[] =>
  (model.prompts.at(-1)?.messages ?? []).flatMap((message) =>
    message.role === 'tool' ? message.results.map(({ content }) => content) : [],
  )
const offered = (model: ScriptedChatModel): readonly (readonly string[])[] =>
  model.prompts.map(({ options }) => options.tools?.names ?? [])

describe('a result that is too long', () => {
  test('can be read on to its end, and nothing of it is lost', async () => {
    const model = new ScriptedChatModel([
      [{ name: 'report' }],
      read(160),
      ({ messages }) => {
        const last = messages.at(-1)
        const content = last?.role === 'tool' ? (last.results[0]?.content ?? '') : ''
        return read(Number(/begins at (\d+)/.exec(content)?.[1]))
      },
      read(400),
      read(9999),
      'Read.',
    ])
    const client = new ChatClient({ model, tools: [report], toolCallingAdvisor: new ToolCallingAdvisor({ manager }) })
    expect(await client.prompt('Report').call().content()).toBe('Read.')
    const [first = '', second = '', third = '', , beyond] = resultsOf(model)
    expect(first).toContain('readToolResult({"id":"r1","from":160}) reads on')
    const body = (part: string): string => part.slice(0, part.lastIndexOf('\n['))
    expect(first.slice(0, 160) + body(second) + body(third)).toBe(text.slice(0, 160 + 120 + 120))
    expect(beyond).toContain(`has ${text.length} characters; there is nothing from 9999 on`)
    expect(offered(model)).toEqual([['report'], ...Array<string[]>(5).fill(['report', 'readToolResult'])])
  })

  test('is read by nobody in another turn', async () => {
    const model = new ScriptedChatModel([[{ name: 'report' }], 'Long.', read(160), 'Nothing.'])
    const client = new ChatClient({ model, tools: [report], toolCallingAdvisor: new ToolCallingAdvisor({ manager }) })
    await client.prompt('Report').call().content()
    await client.prompt('Read on').call().content()
    expect(offered(model)[2]).toEqual(['report'])
    expect(resultsOf(model)[0]).toContain('There is no tool named "readToolResult"')
  })

  test('can be read on where tools are searched for', async () => {
    const search = [{ name: 'toolSearchTool', arguments: { query: 'report' } }]
    const model = new ScriptedChatModel([search, [{ name: 'report' }], read(160), 'Read.'])
    const toolCallingAdvisor = new ToolSearchToolCallingAdvisor({ toolIndex: new KeywordToolIndex(), manager })
    const client = new ChatClient({ model, tools: [report], toolCallingAdvisor })
    await client.prompt('Report').conversation('a').call().content()
    expect(offered(model)[2]).toContain('readToolResult')
    expect(resultsOf(model).at(-1)).toMatch(/line 22[\s\S]*\[160 to 280 of /)
  })

  test('is not offered where nothing was cut', async () => {
    const model = new ScriptedChatModel([[{ name: 'report' }], 'Short.'])
    await new ChatClient({ model, tools: [report] }).prompt('Report').call().content()
    expect(offered(model)).toEqual([['report'], ['report']])
  })
})

test('media of a result stand beside its text in the history', async () => {
  const picture = { mediaType: 'image/png', data: 'UE5H' }
  const chart = functionTool({ name: 'chart', execute: () => new ToolOutput({ content: ['Sales:', picture] }) })
  const model = new ScriptedChatModel([[{ name: 'chart' }], 'A chart.'])
  await new ChatClient({ model, tools: [chart] }).prompt('Chart').call().content()
  expect(model.prompts[1]?.messages.at(-1)).toEqual({
    role: 'tool',
    results: [{ callId: 'call_1', name: 'chart', content: 'Sales:\n[image/png]', media: [picture] }],
  })
})

test.each(['call', 'stream'])('progress of a tool is an event of the turn (%s)', async (flavour) => {
  const slow = functionTool({
    name: 'slow',
    execute: async function* (_args, context) {
      context.reportProgress({ progress: 1, total: 2 })
      yield await Promise.resolve('half')
      return 'whole'
    },
  })
  const events: TurnEvent[] = []
  const model = new ScriptedChatModel([[{ name: 'slow' }], 'Done.'])
  const request = new ChatClient({ model, tools: [slow] }).prompt('Go').onEvent((event) => events.push(event))
  if (flavour === 'call') await request.call().content()
  else for await (const _piece of request.stream().content()) void _piece
  expect(events.filter(({ type }) => type.startsWith('tool-'))).toMatchObject([
    { type: 'tool-call', round: 1 },
    { type: 'tool-progress', round: 1, callId: 'call_1', name: 'slow', progress: 1, total: 2 },
    { type: 'tool-progress', data: 'half' },
    { type: 'tool-result', text: 'whole' },
  ])
})
