import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { judge, NOT_RUN, type Check, type Evidence } from './judge'
import { gatePass, startUp, type CaseInput } from './neutral-tools'

interface Case {
  readonly id: string
  readonly title: string
  readonly input: CaseInput & { readonly variants?: readonly CaseInput[]; readonly servers?: unknown }
  readonly expected: { readonly checks: readonly (Check & { readonly variant?: number })[] }
}

const read = (name: string): readonly Case[] =>
  JSON.parse(readFileSync(join(__dirname, name), 'utf8')) as readonly Case[]

/** Runs what a case asks of the tools alone; what needs a chat loop or a server is named as a todo. */
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
        if (NOT_RUN(check)) test.todo(`${id} ${name}: not run here: needs a chat loop`)
        else test(name, async () => judge(check, await evidenceOf(variant)))
      }
    })
  })
}
