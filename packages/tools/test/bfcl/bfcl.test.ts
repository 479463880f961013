import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { functionTool, type JsonSchema, type ToolCallback } from '@vernal/tools'

/** A function of the Berkeley Function Calling Leaderboard (ShishirPatil/gorilla, Apache-2.0). */
interface LeaderboardFunction {
  readonly name: string
  readonly description: string
  readonly parameters: JsonSchema & { readonly properties: Record<string, JsonSchema>; readonly required?: string[] }
}

const DATA = join(__dirname, '../../../../benchmarks/retrieval/data/bfcl/tools.jsonl.gz')
const functions = gunzipSync(readFileSync(DATA))
  .toString()
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as LeaderboardFunction)

/** Wants a list that is one of several words; no value can be that. */
const CONTRADICTORY = ['extract_parameters_v1']

const toolOf = ({ name, description, parameters }: LeaderboardFunction): ToolCallback =>
  functionTool({ name, description, parameters, execute: (args) => args })

/** The simplest value a schema allows. */
function sampleOf(schema: JsonSchema): unknown {
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if (schema.type === 'array') return [sampleOf((schema.items ?? {}) as JsonSchema)]
  if (schema.type === 'object') return sampleObject(membersOf(schema))
  if (schema.format === 'date') return '2031-05-06'
  return { integer: 7, number: 2.5, boolean: true }[String(schema.type)] ?? 'a text'
}

/** What an object has: a name may be required without being described. */
const membersOf = ({ properties = {}, required = [] }: JsonSchema): Record<string, JsonSchema> => ({
  ...Object.fromEntries((required as string[]).map((name) => [name, {}])),
  ...(properties as Record<string, JsonSchema>),
})

const sampleObject = (properties: Record<string, JsonSchema>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, sampleOf(schema)]))

/** A value no conversion can make fit. */
const misfitOf = ({ type }: JsonSchema): unknown => (type === 'array' || type === 'object' ? 7 : { not: ['this'] })

/** Names of the functions for which a call ends otherwise than `isRight` says. */
async function wrong(
  callOf: (each: LeaderboardFunction) => { args: unknown; isRight: (outcome: Outcome) => boolean } | undefined,
): Promise<{ tried: number; names: string[] }> {
  const names: string[] = []
  let tried = 0
  for (const each of functions) {
    const call = callOf(each)
    if (call === undefined) continue
    tried += 1
    const outcome = await toolOf(each).call(JSON.stringify(call.args))
    if (!call.isRight(outcome)) names.push(`${each.name}: ${outcome.text}`)
  }
  return { tried, names }
}

type Outcome = Awaited<ReturnType<ToolCallback['call']>>

const refusedAt =
  (name: string) =>
  (outcome: Outcome): boolean =>
    outcome.type === 'refusal' &&
    outcome.reason === 'invalid-arguments' &&
    (outcome.problems ?? []).some(({ path }) => path === name || path.startsWith(`${name}.`))

test('takes arguments made from the schema of every function of the leaderboard, unchanged', async () => {
  const { tried, names } = await wrong(({ name, parameters }) => {
    if (CONTRADICTORY.includes(name)) return undefined
    const args = sampleObject(parameters.properties)
    const isRight = (outcome: Outcome): boolean =>
      outcome.type === 'success' && JSON.stringify(outcome.value) === JSON.stringify(args)
    return { args, isRight }
  })
  expect(tried).toBe(1779 - CONTRADICTORY.length)
  expect(names).toEqual([])
})

test('refuses calls without a required argument, and names it', async () => {
  const { tried, names } = await wrong(({ parameters }) => {
    const missing = parameters.required?.find((name) => !('default' in (parameters.properties[name] ?? {})))
    if (missing === undefined) return undefined
    const { [missing]: _, ...args } = sampleObject(parameters.properties)
    return { args, isRight: refusedAt(missing) }
  })
  expect(tried).toBeGreaterThan(1500)
  expect(names).toEqual([])
})

test('refuses arguments of a wrong type, and names them', async () => {
  const { tried, names } = await wrong(({ parameters }) => {
    const [first] = Object.entries(parameters.properties).filter(([, { type }]) => type !== undefined)
    if (first === undefined) return undefined
    const args = { ...sampleObject(parameters.properties), [first[0]]: misfitOf(first[1]) }
    return { args, isRight: refusedAt(first[0]) }
  })
  expect(tried).toBeGreaterThan(1500)
  expect(names).toEqual([])
})

test('refuses arguments that the schema does not know, and names them', async () => {
  const { tried, names } = await wrong(({ parameters }) => {
    // A tool without parameters takes no notice of what comes along.
    if (Object.keys(parameters.properties).length === 0) return undefined
    const args = sampleObject(parameters.properties)
    return { args: { ...args, nobodyAskedForThis: true }, isRight: refusedAt('nobodyAskedForThis') }
  })
  expect(tried).toBeGreaterThan(1700)
  expect(names).toEqual([])
})

test('refuses a misspelt name, and says which was meant', async () => {
  const { tried, names } = await wrong(({ parameters }) => {
    const name = Object.keys(parameters.properties).find((known) => known.length >= 5)
    if (name === undefined) return undefined
    const { [name]: value, ...args } = sampleObject(parameters.properties)
    const isRight = (outcome: Outcome): boolean =>
      outcome.text.includes(`${name}x: is not known; did you mean "${name}"?`)
    return { args: { ...args, [`${name}x`]: value ?? 1 }, isRight }
  })
  expect(tried).toBeGreaterThan(1000)
  expect(names).toEqual([])
})
