import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { judge, NOT_RUN, type Check, type Evidence } from './judge'
import { gatePass, startUp, type CaseInput } from './neutral-tools'

const VERNAL = join(__dirname, '../../../vernal/test/cases')

interface Manifest {
  readonly runs: Readonly<Record<string, readonly string[]>>
}

interface Case {
  readonly id: string
  readonly title: string
  readonly input: CaseInput & { readonly variants?: readonly CaseInput[]; readonly servers?: unknown }
  readonly expected: { readonly checks: readonly (Check & { readonly variant?: number })[] }
}

const read = (name: string): readonly Case[] =>
  JSON.parse(readFileSync(join(__dirname, name), 'utf8')) as readonly Case[]

/** Cases that also run in a whole chat loop, with the checks that only a loop can answer. */
const runInLoop = new Set(
  (JSON.parse(readFileSync(join(VERNAL, 'manifest.json'), 'utf8')) as Manifest).runs[
    'packages/vernal/test/cases/chat-cases.test.ts'
  ],
)

/** What is answered elsewhere, by the name of the test. */
const ANSWERED: Readonly<Record<string, readonly [file: string, test: string]>> = {
  'sc-08': [
    'packages/models/test/openai/strict-tools.test.ts',
    'a null for what was optional reaches the tool as nothing',
  ],
}

/** Runs what a case asks of the tools alone. */
async function evidenceOf(input: CaseInput): Promise<Evidence> {
  const started = startUp(input, z)
  if ('error' in started)
    return { startupError: started.error, byTool: started.byTool, invocations: [], results: new Map() }
  return { ...(await gatePass(started, input)), definitions: started.definitions, byTool: started.byTool }
}

for (const { id, title, input, expected } of ['args.json', 'schema.json', 'results.json'].flatMap(read)) {
  describe(`${id}: ${title}`, () => {
    if (input.servers !== undefined) {
      test.todo(`${id}: not run here: needs an MCP server`)
      return
    }
    const inputs = input.variants?.map((variant) => ({ ...input, ...variant })) ?? [input]
    inputs.forEach((variant, at) => {
      const checks = expected.checks.filter((check) => check.variant === undefined || check.variant === at)
      for (const [number, check] of checks.entries()) {
        const name = `variant ${at}, check ${number + 1}: ${check.check}`
        if (NOT_RUN(check)) test(`${name} is judged elsewhere`, () => expect(isJudgedElsewhere(id)).toBe(true))
        else test(name, async () => judge(check, await evidenceOf(variant)))
      }
    })
  })
}

function isJudgedElsewhere(id: string): boolean {
  if (runInLoop.has(id)) return true
  const [file, name] = ANSWERED[id] ?? []
  if (file === undefined || name === undefined) return false
  return readFileSync(join(__dirname, '../../../..', file), 'utf8').includes(name)
}
