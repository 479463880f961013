import { RegexToolIndex, type ToolDefinition } from '@vernal/tools'
import { definition } from './sample-tools'

async function search(tools: readonly ToolDefinition[], query: string): Promise<readonly string[]> {
  const hits = await (await new RegexToolIndex().open(tools)).search(query)
  return hits.map((hit) => hit.definition.name)
}

const TOOLS = [
  definition('genericTool', 'Provides weather forecasts'),
  definition('weatherTool', 'Rain and shine'),
  definition('getUserData', 'Reads what is known of a user'),
  definition('get_inventory', 'Counts the stock'),
]

test('a name counts more than a description', async () => {
  expect(await search(TOOLS, 'weather')).toEqual(['weatherTool', 'genericTool'])
})

test('any word may match, in any case, without the small ones', async () => {
  expect(await search(TOOLS, 'the INVENTORY of a user')).toEqual(
    expect.arrayContaining(['get_inventory', 'getUserData']),
  )
  expect(await search(TOOLS, 'the INVENTORY of a user')).toHaveLength(2)
})

test('a word matches in the middle of another', async () => {
  expect(await search([definition('draw_chart', '')], 'art')).toEqual(['draw_chart'])
})

test('an empty query matches everything', async () => {
  expect(await search(TOOLS, '')).toHaveLength(TOOLS.length)
})

test.each([
  ['^get', ['get_inventory', 'getUserData']],
  ['weather|stock', ['genericTool', 'get_inventory', 'weatherTool']],
  ['get.*data', ['getUserData']],
  ['get_\\w+', ['get_inventory']],
])('a pattern is used as one: %s', async (pattern, expected) => {
  expect((await search(TOOLS, pattern)).toSorted()).toEqual(expected.toSorted())
})

test('what is no valid pattern is taken as words', async () => {
  expect(await search(TOOLS, 'weather[|')).toEqual(['weatherTool', 'genericTool'])
})

test('a pattern that would take for ever elsewhere takes no time', async () => {
  const tools = [definition('victim', `${'a'.repeat(5_000)}!`)]
  const startedAt = performance.now()
  await search(tools, '(a+)+$')
  await search(tools, '(a|a)*b|(.*a){20}c')
  expect(performance.now() - startedAt).toBeLessThan(2_000)
})
