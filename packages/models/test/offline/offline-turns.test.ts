import { approve, ChatClient, deny, ToolSearchToolCallingAdvisor } from '@vernal/chat'
import { OfflineChatModel } from '@vernal/models/offline'
import { functionTool, KeywordToolIndex } from '@vernal/tools'

const number = { type: 'integer' }
const tools = [
  functionTool({
    name: 'getOrder',
    description: 'Finds an order by its number',
    parameters: { type: 'object', properties: { number }, required: ['number'] },
    execute: ({ number: order }) => ({ number: order, status: 'shipped' }),
  }),
  functionTool({
    name: 'refundOrder',
    description: 'Refunds an order',
    approval: 'required',
    parameters: {
      type: 'object',
      properties: { number, amount: { type: 'number' } },
      required: ['number', 'amount'],
    },
    execute: ({ number: order, amount }) => `Refunded ${String(amount)} for order ${String(order)}.`,
  }),
  functionTool({
    name: 'weather',
    description: 'The weather in a city',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    execute: ({ city }) => `Sunny in ${String(city)}`,
  }),
  functionTool({
    name: 'convertCurrency',
    description: 'Converts an amount of money',
    parameters: {
      type: 'object',
      properties: { amount: { type: 'number' }, from: { enum: ['EUR', 'USD'] }, to: { enum: ['EUR', 'USD'] } },
      required: ['amount', 'from', 'to'],
    },
    execute: ({ amount, to }) => `${Number(amount) * 2} ${String(to)}`,
  }),
]
const client = new ChatClient({ model: new OfflineChatModel(), tools })

test.each([
  ['approved', approve(), 'Refunded 12.5 for order 42.'],
  ['denied', deny('Too much'), 'refundOrder did not work: The call of "refundOrder" was not approved: Too much'],
])('a turn that waited for consent ends when it is %s', async (_what, decision, answer) => {
  const { outcome } = await client.prompt('Refund 12.50 for order 42').call().chatClientResponse()
  if (outcome?.type !== 'approvalRequired') throw new Error('The turn did not wait')
  expect(outcome.approvals).toMatchObject([{ name: 'refundOrder', arguments: { number: 42, amount: 12.5 } }])
  const decisions = { [outcome.approvals[0]!.id]: decision }
  expect(await client.resume(outcome.state, decisions).call().content()).toBe(answer)
})

test('what is asked for after a question is done with what the question found', async () => {
  const { outcome } = await client.prompt('Where is order 42? Then refund 12.50 for it.').call().chatClientResponse()
  if (outcome?.type !== 'approvalRequired') throw new Error('The turn did not wait')
  expect(outcome.approvals).toMatchObject([{ name: 'refundOrder', arguments: { number: 42, amount: 12.5 } }])
})

describe('with tool search', () => {
  const advisor = new ToolSearchToolCallingAdvisor({ toolIndex: new KeywordToolIndex() })
  const searching = new ChatClient({ model: new OfflineChatModel(), tools, toolCallingAdvisor: advisor })

  test.each([
    ['What is the weather in Oslo?', 'toolSearchTool weather', 'Sunny in Oslo'],
    ['Convert 100 USD to EUR', 'toolSearchTool convertCurrency', '200 EUR'],
    ['Where is order 42?', 'toolSearchTool getOrder', 'number: 42, status: shipped'],
    [
      'What is the weather in Oslo and where is order 7?',
      'toolSearchTool toolSearchTool weather getOrder',
      'weather: Sunny in Oslo\n\ngetOrder: number: 7, status: shipped',
    ],
    [
      'Sing a song',
      'toolSearchTool',
      'None of my tools fits this question, and I am the offline stand-in, not a language model.',
    ],
  ])('%s', async (question, called, answer) => {
    const names: string[] = []
    const prompt = searching.prompt(question).conversation(question)
    const content = prompt
      .onEvent((event) => event.type === 'tool-call' && names.push(event.name))
      .call()
      .content()
    expect(await content).toBe(answer)
    expect(names.join(' ')).toBe(called)
  })
})

test('a greeting streams word by word, and calls nothing', async () => {
  const pieces: string[] = []
  for await (const piece of client.prompt('Hello!').stream().content()) pieces.push(piece)
  expect(pieces.slice(0, 5)).toEqual(['Hello! ', 'I ', 'am ', 'the ', 'offline '])
  expect(pieces.join('')).toBe(await client.prompt('Hello!').call().content())
})
