import type { JsonSchema, ToolCallOutcome, ToolDefinition } from '@vernal/tools'
import { Ajv2020 } from 'ajv/dist/2020'
import type { Invocation } from './neutral-tools'

/** One check of a case, in its own words. */
export interface Check {
  readonly check: string
  readonly [field: string]: unknown
}

/** What happened when a case was run. */
export interface Evidence {
  readonly startupError?: string
  /** Start-up errors by tool. */
  readonly byTool: ReadonlyMap<string, string>
  readonly definitions?: ReadonlyMap<string, ToolDefinition>
  readonly invocations: readonly Invocation[]
  readonly results: ReadonlyMap<string, ToolCallOutcome>
}

type Words = readonly (string | { readonly anyOf: readonly string[] })[]

/** Checks that only a chat loop can answer. */
export const NOT_RUN = (check: Check): boolean =>
  check.check === 'oneOf'
    ? (check.options as Check[][]).some((option) => option.some(NOT_RUN))
    : !(check.check in JUDGES)

/** Fails when the evidence does not bear the check out. */
export function judge(check: Check, evidence: Evidence): void {
  const one = JUDGES[check.check]
  if (one === undefined) throw new Error(`not run: ${check.check}`)
  one(check, evidence)
}

const JUDGES: Readonly<Record<string, (check: Check, evidence: Evidence) => void>> = {
  invoked: ({ tool, times, args }, { invocations }) => {
    const own = invocations.filter((invocation) => invocation.tool === tool)
    if (times !== undefined) expect(own).toHaveLength(times as number)
    if (args !== undefined) for (const invocation of own) expect(defined(invocation.args)).toEqual(args)
  },
  neverInvokedWith: ({ tool, path, equals }, { invocations }) => {
    const own = invocations.filter((invocation) => invocation.tool === tool)
    for (const { args } of own) expect(at(args, path as string)).not.toEqual(equals)
  },
  invokedDate: ({ tool, path, iso }, { invocations }) => {
    const own = invocations.filter((invocation) => invocation.tool === tool)
    expect(own.map(({ args }) => at(args, path as string))).toEqual([new Date(iso as string)])
  },
  toolResult: (check, { results }) => judgeResult(check, results.get(check.callId as string) as ToolCallOutcome),
  startupFails: ({ messageIncludes }, { startupError }) => {
    for (const word of messageIncludes as string[]) expect(startupError).toContain(word)
  },
  startupFailsEach: ({ byTool }, evidence) => {
    for (const [tool, words] of Object.entries(byTool as Record<string, string[]>)) {
      for (const word of words) expect(evidence.byTool.get(tool)).toMatch(new RegExp(`\\b${word}\\b`))
    }
  },
  schema: ({ tool, path, equals, setEquals }, evidence) => {
    const found = at(schemaOf(evidence, tool as string), path as string)
    if (setEquals !== undefined) expect([...(found as unknown[])].sort()).toEqual([...(setEquals as unknown[])].sort())
    else expect(found).toEqual(equals)
  },
  schemaMentions: ({ tool, names }, evidence) => {
    for (const name of names as string[])
      expect(JSON.stringify(schemaOf(evidence, tool as string))).toContain(`"${name}"`)
  },
  allRefsResolve: ({ tool, targetHas }, evidence) => {
    const schema = schemaOf(evidence, tool as string)
    const refs = [...JSON.stringify(schema).matchAll(/"\$ref":"#\/([^"]*)"/g)].map(([, path]) => path ?? '')
    expect(refs).not.toEqual([])
    for (const ref of refs)
      expect(JSON.stringify(at(schema, ref.replaceAll('/', '.')))).toContain((targetHas as string) ?? '{')
  },
  sampleValid: ({ tool, sample, invalid }, evidence) => {
    const validate = new Ajv2020({ strict: false }).compile(schemaOf(evidence, tool as string))
    expect(validate(sample)).toBe(true)
    expect(validate(invalid)).toBe(false)
  },
  oneOf: ({ options }, evidence) => {
    const failures = (options as Check[][]).map((option) => failureOf(option, evidence))
    if (!failures.includes(undefined)) throw new Error(failures.join('\n'))
  },
}

function judgeResult(check: Check, outcome: ToolCallOutcome): void {
  const { text } = outcome
  if (check.isError !== undefined) expect(outcome.type !== 'success').toBe(check.isError)
  if (check.contentType !== undefined) expect(typeof text).toBe(check.contentType)
  if (check.equals !== undefined) expect(text).toBe(check.equals)
  if (check.minLength !== undefined) expect(text.length).toBeGreaterThanOrEqual(check.minLength as number)
  if (check.maxLength !== undefined) expect(text.length).toBeLessThanOrEqual(check.maxLength as number)
  if (check.parsesAsJson === true) expect(() => JSON.parse(text) as unknown).not.toThrow()
  for (const word of (check.excludes ?? []) as string[]) expect(text).not.toContain(word)
  for (const word of (check.includes ?? []) as Words) {
    const any = typeof word === 'string' ? [word] : word.anyOf
    expect(any.filter((one) => text.includes(one))).not.toEqual([])
  }
}

function failureOf(option: readonly Check[], evidence: Evidence): string | undefined {
  try {
    for (const check of option) judge(check, evidence)
    return undefined
  } catch (error) {
    return String(error)
  }
}

function schemaOf({ definitions }: Evidence, tool: string): JsonSchema {
  const definition = definitions?.get(tool)
  if (definition === undefined) throw new Error(`no tool ${tool}`)
  return definition.inputSchema
}

/** Without properties that are undefined: those were not there. */
const defined = (args: Record<string, unknown>): unknown => JSON.parse(JSON.stringify(args)) as unknown

const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce((current, key) => (current as Record<string, unknown> | undefined)?.[key], value)
