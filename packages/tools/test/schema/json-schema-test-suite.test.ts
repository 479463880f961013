import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { isDeepStrictEqual } from 'node:util'
import { Tool, ToolCallbacks, ToolError, ToolParam, type JsonSchema, type ToolCallback } from '@vernal/tools'

/** The required tests of https://github.com/json-schema-org/JSON-Schema-Test-Suite for draft 2020-12 (MIT). */
interface Group {
  readonly description: string
  readonly schema: JsonSchema | boolean
  readonly tests: readonly { readonly description: string; readonly data: unknown; readonly valid: boolean }[]
}

const fixture = (name: string): Buffer => readFileSync(join(__dirname, 'fixtures', name))
const suite = JSON.parse(gunzipSync(fixture('json-schema-test-suite.json.gz')).toString()) as Record<string, Group[]>
/** Where a tool is right to differ, or ajv is known to; by reason, with the name of every test. */
const deviations = JSON.parse(fixture('json-schema-deviations.json').toString()) as Record<string, string[]>
const deviating = new Set(Object.values(deviations).flat())

function toolOf({ schema }: Group): ToolCallback | undefined {
  const whole = typeof schema === 'boolean' ? { allOf: [schema] } : schema
  class Probe {
    @Tool() probe(@ToolParam({ name: 'v', schema: whole }) v: unknown): unknown {
      return { v }
    }
  }
  try {
    return ToolCallbacks.from(new Probe())[0]
  } catch (error) {
    if (error instanceof ToolError) return undefined
    throw error
  }
}

/** Conversions are no agreement: what is not valid must be refused, or must not arrive as it was sent. */
async function agrees(tool: ToolCallback | undefined, data: unknown, valid: boolean): Promise<boolean> {
  const outcome = await tool?.call(JSON.stringify({ v: data }))
  const arrived =
    outcome?.type === 'success' && isDeepStrictEqual(outcome.value, JSON.parse(JSON.stringify({ v: data })))
  return outcome !== undefined && arrived === valid
}

async function disagreements(): Promise<string[]> {
  const names: string[] = []
  for (const [file, groups] of Object.entries(suite)) {
    for (const group of groups) {
      const tool = toolOf(group)
      for (const { description, data, valid } of group.tests) {
        if (!(await agrees(tool, data, valid))) names.push(`${file} / ${group.description} / ${description}`)
      }
    }
  }
  return names
}

test('agrees with the JSON Schema test suite, save for what is listed by name', async () => {
  expect((await disagreements()).sort()).toEqual([...deviating].sort())
})
