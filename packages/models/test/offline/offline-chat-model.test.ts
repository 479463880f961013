import {
  assistantMessage,
  ResponseAggregator,
  toolMessage,
  userMessage,
  type ChatOptions,
  type Message,
} from '@vernal/chat'
import { OfflineChatModel } from '@vernal/models/offline'
import { functionTool, ToolSet } from '@vernal/tools'

const tool = (name: string, description: string, properties: object = {}, required = Object.keys(properties)) =>
  functionTool({ name, description, parameters: { type: 'object', properties, required }, execute: () => '' })

const text = { type: 'string' }
const number = { type: 'number' }
const integer = { type: 'integer' }

const model = new OfflineChatModel({ now: () => new Date('2026-11-30T12:00:00Z') })

const docs = ToolSet.of([
  tool('searchDocs', 'Search the documentation for passages about a question', { query: text, limit: integer }, [
    'query',
  ]),
  tool('pageUrl', 'The address of a page of the documentation', { page: text }),
  tool('openIssue', 'Opens an issue in the tracker of the project', { title: text, body: text }),
])

const cited = ToolSet.of([
  tool('searchDocs', 'Search the documentation', { query: text }),
  tool('pageUrl', 'The address of a page', { page: { ...text, description: 'Path, as searchDocs gives it' } }),
])

const payments = ToolSet.of([
  tool('findOrder', 'Finds an order', { orderId: text }),
  tool('findCustomer', 'Finds a customer', { customerId: text }),
  tool('refundOrder', 'Refunds an order', { orderId: text }),
])

const shop = ToolSet.of([
  tool('findOrders', 'Find the orders of a customer', { customerId: text, limit: integer }, ['customerId']),
  tool('findCustomers', 'Find customers by name', { name: text }),
  tool('cancelOrder', 'Cancels an order', { orderId: text, notify: { type: 'boolean' } }, ['orderId']),
])

const misc = ToolSet.of([
  tool('getWeather', 'Current weather of a city', { city: text, unit: { enum: ['celsius', 'fahrenheit'] } }, ['city']),
  tool('add', 'Adds two numbers', { a: number, b: number }),
  tool('listMeetings', 'Meetings of a day', { date: { type: 'string', format: 'date' } }),
  tool('currentTime', 'The time in a city', { city: text }),
])

const daily = ToolSet.of([
  tool('createTodo', 'Creates a todo', { text }),
  tool('convertCurrency', 'Converts an amount of money', { amount: number, from: text, to: text }),
  tool('getUser', 'A user of the system', { id: integer }),
  tool('sendEmail', 'Sends an email', { to: text, subject: text, body: text }),
  tool('listFiles', 'The files of a folder', { dir: text }),
  tool('stockPrice', 'Price of a stock', { symbol: text }),
  tool('translate', 'Translates a text', { text, language: text }),
  tool('isPrime', 'Whether a number is prime', { n: integer }),
  tool('flipCoin', 'Flips a coin'),
  tool('getForecast', 'Weather forecast of a city', { city: text, days: integer }, ['city']),
  tool('multiply', 'Multiplies two numbers', { a: number, b: number }),
  tool('deleteUser', 'Deletes a user', { id: integer }),
])

const money = ToolSet.of([
  tool('convert', 'Changes money', { amount: number, from: { enum: ['EUR', 'USD'] }, to: { enum: ['EUR', 'USD'] } }),
])

async function callsFor(messages: readonly Message[], tools: ToolSet, options: ChatOptions = {}) {
  const { generations } = await model.call({ messages, options: { ...options, tools } })
  return (generations[0]!.message.toolCalls ?? []).map((call) => `${call.name} ${call.arguments}`)
}

const askFor = (question: string, tools: ToolSet, options: ChatOptions = {}) =>
  callsFor([userMessage(question)], tools, options)

const answered = (question: string, name: string, args: object, content: string): Message[] => [
  userMessage(question),
  assistantMessage('', [{ id: '1', name, arguments: JSON.stringify(args) }]),
  toolMessage([{ callId: '1', name, content }]),
]

const answerTo = async (messages: readonly Message[], tools: ToolSet) =>
  (await model.call({ messages, options: { tools } })).generations[0]!.message.content

describe('the offline model calls', () => {
  test.each([
    ['How do I cap tool calls?', docs, ['searchDocs {"query":"cap tool calls"}']],
    ['How do I open an issue?', docs, ['searchDocs {"query":"open issue"}']],
    [
      'What does the docs say about limits? Show at most 2',
      docs,
      ['searchDocs {"query":"docs say limits most 2","limit":2}'],
    ],
    [
      'Open an issue titled "Limits are unclear" saying "Please explain them."',
      docs,
      ['openIssue {"title":"Limits are unclear","body":"Please explain them."}'],
    ],
    [
      'Please open an issue. title: Typo in README; body: It says teh',
      docs,
      ['openIssue {"title":"Typo in README","body":"It says teh"}'],
    ],
    ['What is the url of the page limits.md?', docs, ['pageUrl {"page":"limits.md"}']],
    ['Which orders did customer 42 place?', shop, ['findOrders {"customerId":"42"}']],
    ['Show the last 3 orders of customer C-17', shop, ['findOrders {"customerId":"C-17","limit":3}']],
    ['Cancel order A-7 and do not notify', shop, ['cancelOrder {"orderId":"A-7","notify":false}']],
    ['Find the customer named Ada', shop, ['findCustomers {"name":"Ada"}']],
    ['What is the weather in Paris in celsius?', misc, ['getWeather {"city":"Paris","unit":"celsius"}']],
    ['What is 2 plus 3.5?', misc, ['add {"a":2,"b":3.5}']],
    ['Which meetings do I have tomorrow?', misc, ['listMeetings {"date":"2026-12-01"}']],
    ['Meetings of 2026-12-24, please', misc, ['listMeetings {"date":"2026-12-24"}']],
    [
      'What is the weather in Oslo and what time is it in Tokyo?',
      misc,
      ['getWeather {"city":"Oslo"}', 'currentTime {"city":"Tokyo"}'],
    ],
    ['Add a todo: buy milk', daily, ['createTodo {"text":"buy milk"}']],
    ['Convert 100 USD to EUR', daily, ['convertCurrency {"amount":100,"from":"USD","to":"EUR"}']],
    ['Convert 100 USD to EUR', money, ['convert {"amount":100,"from":"USD","to":"EUR"}']],
    ['Convert to USD 100 EUR', money, ['convert {"amount":100,"from":"EUR","to":"USD"}']],
    [
      'Refund 12.50 for order 42',
      ToolSet.of([
        tool('listOrders', 'Lists the orders of a customer', { customer: text }),
        tool('refundOrder', 'Refunds an order', { number: integer, amount: number }),
      ]),
      ['refundOrder {"number":42,"amount":12.5}'],
    ],
    ['Weather in Paris and in Rome', misc, ['getWeather {"city":"Paris"}', 'getWeather {"city":"Rome"}']],
    ['Hi, who are you?', docs, []],
    ['What can you do?', docs, []],
    ['Show user 7', daily, ['getUser {"id":7}']],
    ['Remove user 7', daily, ['deleteUser {"id":7}']],
    [
      'Send an email to ada@example.com about lunch',
      daily,
      ['sendEmail {"to":"ada@example.com","subject":"Lunch","body":"lunch"}'],
    ],
    ['Which files are in src/app?', daily, ['listFiles {"dir":"src/app"}']],
    ['What is the stock price of ACME?', daily, ['stockPrice {"symbol":"ACME"}']],
    ['Translate "good morning" to French', daily, ['translate {"text":"good morning","language":"French"}']],
    ['Is 97 a prime number?', daily, ['isPrime {"n":97}']],
    ['Flip a coin', daily, ['flipCoin {}']],
    ['Forecast for Berlin for the next 3 days', daily, ['getForecast {"city":"Berlin","days":3}']],
    ['What is 6 times 7?', daily, ['multiply {"a":6,"b":7}']],
    ['Tell me a joke', misc, []],
    ['hello', docs, []],
    ['Thank you!', docs, []],
    ['page URL of limits', docs, []],
    ['What is the url of the page about memory?', cited, ['searchDocs {"query":"url page memory"}']],
    ['Tell me about limits and about memory', docs, ['searchDocs {"query":"limits"}', 'searchDocs {"query":"memory"}']],
    ['Weather in Paris and Rome', misc, ['getWeather {"city":"Paris"}', 'getWeather {"city":"Rome"}']],
    ['Find order A-7', payments, ['findOrder {"orderId":"A-7"}']],
    ['Refund order A-7', payments, ['refundOrder {"orderId":"A-7"}']],
    ['Refund the order', payments, []],
    ['Cancel the order', shop, []],
  ])('%s', async (question, tools, expected) => {
    expect(await askFor(question, tools)).toEqual(expected)
  })

  test('nothing when it must not, and the chosen tool when it must', async () => {
    expect(await askFor('What is 2 plus 3?', misc, { toolChoice: 'none' })).toEqual([])
    expect(await askFor('What is 2 plus 3?', docs, { toolChoice: { tool: 'searchDocs' } })).toHaveLength(1)
    expect(await askFor('Hello', misc, { toolChoice: 'required' })).toHaveLength(1)
  })

  test('a further tool when the question asks for it, with values from the first result', async () => {
    const found = answered(
      'What is the url of the page about limits?',
      'searchDocs',
      { query: 'limits' },
      JSON.stringify([{ page: 'guides/limits.md', heading: 'Limits', snippet: 'How to cap calls.', score: 3 }]),
    )
    expect(await callsFor(found, docs)).toEqual(['pageUrl {"page":"guides/limits.md"}'])
  })

  test('a further tool with the id that a result gives, not with the one of something else', async () => {
    const order = JSON.stringify({ orderId: 'A-7', customerId: 'c-9' })
    const messages = answered('Which customer placed order A-7?', 'findOrder', { orderId: 'A-7' }, order)
    expect(await callsFor(messages, payments)).toEqual(['findCustomer {"customerId":"c-9"}'])
  })

  test('no further tool for a word in passing', async () => {
    const opened = answered(
      'Open an issue titled "Typo" about the limits page',
      'openIssue',
      { title: 'Typo' },
      '{"id":1}',
    )
    expect(await callsFor(opened, docs)).toEqual([])
  })

  test('no tool twice with the same arguments', async () => {
    const again = answered('Which orders did customer 42 place?', 'findOrders', { customerId: '42' }, '[]')
    expect(await callsFor(again, shop)).toEqual([])
  })
})

describe('the offline model answers', () => {
  test('with a passage and the page it came from', async () => {
    const results = [
      {
        page: 'guides/limits.md',
        heading: 'Limits',
        snippet: 'Set **max-total-tool-calls** to cap all calls. It is 150.',
        score: 9,
      },
      { page: 'guides/tools.md', heading: 'Tools', snippet: 'A tool is a method.', score: 2 },
    ]
    const messages = answered(
      'How do I cap tool calls?',
      'searchDocs',
      { query: 'cap tool calls' },
      JSON.stringify(results),
    )
    expect(await answerTo(messages, docs)).toBe(
      'Set max-total-tool-calls to cap all calls. It is 150.\n\nSource: guides/limits.md, "Limits"\n\nSee also: guides/tools.md, "Tools".',
    )
  })

  test('with the rows of a table as sentences', async () => {
    const snippet = '| code | what |\n| --- | --- |\n| `A` | Adds. |\n| `B` | Takes [away](x.md) |'
    const content = JSON.stringify([{ page: 'codes.md', snippet }])
    const messages = answered('What do the codes mean?', 'searchDocs', { query: 'codes mean' }, content)
    expect(await answerTo(messages, docs)).toBe('code: what. `A`: Adds. `B`: Takes away.\n\nSource: codes.md')
  })

  test('with code as it is written, and without what is left of a block of code', async () => {
    const snippet = '```\nnot words\n```\nSet it **now** with `a__b__` in `docs/**`, as here:\n\n```ts\nx()\n```\n'
    const content = JSON.stringify([{ page: 'a.md', snippet }])
    const messages = answered('How is it set?', 'searchDocs', { query: 'set' }, content)
    expect(await answerTo(messages, docs)).toBe('Set it now with `a__b__` in `docs/**`, as here.\n\nSource: a.md')
    const cut = JSON.stringify([{ page: 'a.md', snippet: 'half()\n```\nSet it now.\n~~~yaml\nx: 1\n~~~' }])
    expect(await answerTo(answered('How?', 'searchDocs', { query: 'set' }, cut), docs)).toMatch(/^Set it now\./)
  })

  test('with the first section that says something in words', async () => {
    const sections = [
      { page: 'a.md', snippet: '```ts\nx()\n```' },
      { page: 'b.md', snippet: 'In words.' },
    ]
    const messages = answered('How?', 'searchDocs', { query: 'x' }, JSON.stringify(sections))
    expect(await answerTo(messages, docs)).toBe('In words.\n\nSource: b.md')
  })

  test.each([
    ['hello', /^Hello! .*searchDocs/],
    ['Thanks a lot!', /^You are welcome\. /],
    ['Refund the order', /I could use refundOrder, but the question does not say what orderId should be/],
  ])('to "%s" in words', async (question, expected) => {
    expect(await answerTo([userMessage(question)], question.includes('order') ? payments : docs)).toMatch(expected)
  })

  test('that nothing does what was asked for, with what was found', async () => {
    const content = JSON.stringify([{ page: 'a.md', snippet: 'Issues are kept.' }])
    const messages = answered('Delete all issues', 'searchDocs', { query: 'Delete issues' }, content)
    expect(await answerTo(messages, cited)).toMatch(
      /^None of my tools does that\. This is what I found:\n\nIssues are kept\./,
    )
  })

  test('with a shortened list', async () => {
    const orders = Array.from({ length: 7 }, (_, index) => ({ id: index + 1, total: 10 * index }))
    const messages = answered(
      'Which orders did customer 42 place?',
      'findOrders',
      { customerId: '42' },
      JSON.stringify(orders),
    )
    expect(await answerTo(messages, shop)).toBe(
      'findOrders found 7 results:\n- id: 1, total: 0\n- id: 2, total: 10\n- id: 3, total: 20\n- id: 4, total: 30\n- id: 5, total: 40\n- and 2 more',
    )
  })

  test.each([
    ['5', '5'],
    ['[]', 'add found nothing.'],
    ['', 'add returned nothing.'],
    ['{"sum":5}', 'sum: 5'],
  ])('with %j as %j', async (content, expected) => {
    expect(await answerTo(answered('What is 2 plus 3?', 'add', { a: 2, b: 3 }, content), misc)).toBe(expected)
  })

  test('with the name of each tool when there are several', async () => {
    const messages = [
      userMessage('What is the weather in Oslo and what time is it in Tokyo?'),
      assistantMessage('', [
        { id: '1', name: 'getWeather', arguments: '{"city":"Oslo"}' },
        { id: '2', name: 'currentTime', arguments: '{"city":"Tokyo"}' },
      ]),
      toolMessage([
        { callId: '1', name: 'getWeather', content: 'Snow' },
        { callId: '2', name: 'currentTime', content: '9:00' },
      ]),
    ]
    expect(await answerTo(messages, misc)).toBe('getWeather: Snow\n\ncurrentTime: 9:00')
  })

  test('with what a failed tool said', async () => {
    const messages = [...answered('What is 2 plus 3?', 'add', { a: 2, b: 3 }, '').slice(0, 2)]
    messages.push(toolMessage([{ callId: '1', name: 'add', content: 'Out of numbers.', isError: true }]))
    expect(await answerTo(messages, misc)).toBe('add did not work: Out of numbers.')
  })

  test('with what it could do when nothing fits', async () => {
    expect(await answerTo([userMessage('Tell me a joke')], misc)).toContain('getWeather (Current weather of a city)')
    expect(await answerTo([userMessage('Tell me a joke')], ToolSet.empty)).toContain('no tools')
    expect(await answerTo([userMessage('Cancel the order')], shop)).toContain('orderId')
  })
})

test('a stream says the same as a call, word by word', async () => {
  const prompt = {
    messages: answered('What is 2 plus 3?', 'add', { a: 2, b: 3 }, 'The sum is 5'),
    options: { tools: misc },
  }
  const aggregator = new ResponseAggregator()
  const pieces: string[] = []
  for await (const chunk of model.stream(prompt)) {
    aggregator.add(chunk)
    pieces.push(chunk.generations[0]!.message.content)
  }
  expect(pieces).toEqual(['The ', 'sum ', 'is ', '5', ''])
  expect(aggregator.result()).toEqual(await model.call(prompt))
})

test('usage is estimated from the lengths', async () => {
  const { metadata } = await model.call({ messages: [userMessage('12345678')], options: {} })
  expect(metadata.usage).toMatchObject({ promptTokens: 2 })
})

test('an aborted call rejects', async () => {
  await expect(model.call({ messages: [], options: {} }, AbortSignal.abort('no'))).rejects.toBe('no')
})
