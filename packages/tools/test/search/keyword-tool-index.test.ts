import { KeywordToolIndex, type KeywordToolIndexOptions, type ToolDefinition } from '@vernal/tools'
import { ASSISTANT_TOOLS, definition } from './sample-tools'

async function search(
  tools: readonly ToolDefinition[],
  query: string,
  options?: KeywordToolIndexOptions,
): Promise<readonly string[]> {
  const indexed = await new KeywordToolIndex(options).open(tools)
  return (await indexed.search(query)).map((hit) => hit.definition.name)
}

describe('the name of a tool in the query comes first', () => {
  test.each([
    'get_user_by_id',
    'getUserById',
    'get-user-by-id',
    '"get_user_by_id"',
    'users.get_user_by_id',
    'GET USER BY ID',
    'call get_user_by_id and describe the calendar events of colleagues with phone and email',
  ])('%s', async (query) => {
    expect((await search(ASSISTANT_TOOLS, query))[0]).toBe('get_user_by_id')
  })

  test('as one word in quotation marks', async () => {
    const tools = [definition('tail', 'Shows the end'), definition('show_lines', 'Show the lines of a file')]
    expect((await search(tools, 'show the lines of a file with `tail`'))[0]).toBe('tail')
  })

  test('before a tool that says the same in its description', async () => {
    const tools = [
      definition('report', 'The weather, the weather and the weather'),
      definition('weather', 'Rain or not'),
    ]
    expect((await search(tools, 'weather'))[0]).toBe('weather')
  })
})

describe('a tool is found', () => {
  test.each([
    ['by a word inside a camelCase name', definition('getWeather', ''), 'weather'],
    ['by another form of the word', definition('calculator', 'Calculates sums'), 'calculating'],
    ['by a synonym', definition('purchase_item', 'Purchase an item'), 'buy something'],
    ['by a parameter', definition('run', 'Runs it', { iban: { type: 'string' } }), 'transfer to an IBAN'],
    [
      'by a nested parameter',
      definition('run', 'Runs it', { to: { type: 'object', properties: { iban: { description: 'bank account' } } } }),
      'bank account',
    ],
    ['by a value it takes', definition('run', 'Runs it', { format: { enum: ['jpeg', 'webp'] } }), 'webp'],
    ['in spite of a slip of the pen', definition('list_restaurants', 'Lists them'), 'resturants'],
    ['with accents or without', definition('menu', 'Menu of the café'), 'cafe'],
  ])('%s', async (_, tool, query) => {
    const others = ASSISTANT_TOOLS.filter(({ name }) => name !== 'convert_currency')
    expect((await search([...others, tool], query))[0]).toBe(tool.name)
  })

  test('in a language without spaces', async () => {
    expect((await search(ASSISTANT_TOOLS, '明日の降水量を知りたい'))[0]).toBe('get_forecast_jp')
  })

  test('for each thing that a long query wants', async () => {
    const doubles = Array.from({ length: 8 }, (_, number) =>
      definition(`find_flights_${number}`, 'Find flights from one airport to another on a date'),
    )
    const tools = [
      ...doubles,
      definition('book_hotel', 'Book a hotel room'),
      definition('get_weather', 'Get the weather'),
    ]
    const query =
      'Find me flights from Berlin airport to Lisbon airport on a date in June, then a hotel room near the beach for two nights, and tell me about the weather there'
    const found = (await search(tools, query)).slice(0, 5)
    expect(found).toEqual(expect.arrayContaining(['book_hotel', 'get_weather']))
  })
})

test('only the tool that is described so is found', async () => {
  const tools = [definition('getWeather', 'Current weather conditions'), definition('sendInvoice', 'Sends an invoice')]
  expect(await search(tools, 'weather conditions')).toEqual(['getWeather'])
  expect(await search(tools, 'getWeather')).toEqual(['getWeather'])
})

test('a word in the middle of another does not count', async () => {
  expect(await search([definition('draw_chart', 'Draws a chart')], 'art')).toEqual([])
})

test('nothing is found for what no tool has', async () => {
  expect(await search(ASSISTANT_TOOLS, 'zzz qqq')).toEqual([])
})

test('equal scores come in the order of names', async () => {
  const tools = ['b', 'c', 'a'].map((letter) => definition(`${letter}_same`, 'The same description'))
  expect(await search(tools, 'same description')).toEqual(['a_same', 'b_same', 'c_same'])
})

describe('a threshold', () => {
  const fillers = (count: number) =>
    Array.from({ length: count }, (_, number) => definition(`filler_${number}`, `Does thing number ${number}`))
  const good = definition('send_invoice', 'Send an invoice to a customer')
  const weak = definition(
    'archive',
    'Keeps old papers of many kinds, for example an invoice or a letter of the past years',
  )

  test.each([0, 50, 5_000])('means the same among %d other tools', async (count) => {
    const found = await search([good, weak, ...fillers(count)], 'send invoice to customer', { minScore: 0.3 })
    expect(found).toEqual(['send_invoice'])
  })

  test.each([-0.1, 1.1, Number.NaN])('of %d is refused', (minScore) => {
    expect(() => new KeywordToolIndex({ minScore })).toThrow(expect.objectContaining({ code: 'TOOL_OPTION_INVALID' }))
  })
})

test('near-identical tools are all found, by many searches at once', async () => {
  const tools = Array.from({ length: 10 }, (_, number) => definition(`tool_${number}`, 'Looks up an order'))
  const indexed = await new KeywordToolIndex().open(tools)
  const found = await Promise.all(Array.from({ length: 8 }, () => indexed.search('look up an order')))
  expect(found.map((hits) => hits.length)).toEqual(Array(8).fill(10))
})

test('the event loop lives while thousands of tools are taken up', async () => {
  const words = ['ship', 'order', 'invoice', 'customer', 'refund', 'basket', 'coupon', 'parcel', 'stock', 'price']
  const tools = Array.from({ length: 6_000 }, (_, number) =>
    definition(`tool_${number}`, words.map((word, index) => `${word} ${(number * (index + 7)) % 97}`).join(' ')),
  )
  let turns = 0
  const timer = setInterval(() => (turns += 1), 1)
  await new KeywordToolIndex().open(tools)
  clearInterval(timer)
  expect(turns).toBeGreaterThan(2)
})
