import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigurationProperties, type Application } from '@vernal/container'
import { createTestContext } from '@vernal/container/testing'
import { z } from 'zod'
import { inFolder } from '../workspace'

interface Check {
  readonly check: string
  readonly variant?: number
  readonly path?: string
  readonly equals?: unknown
  readonly messageIncludes?: readonly string[]
  readonly options?: readonly (readonly Check[])[]
}

interface Input {
  readonly yaml?: string
  readonly env?: Readonly<Record<string, string>>
  readonly target?: Readonly<Record<string, string>>
}

interface Outcome {
  readonly application?: Application
  readonly failure?: Error
  valueAt(path: string, like: unknown): Promise<unknown>
}

const schemas: Readonly<Record<string, z.ZodType>> = { boolean: z.boolean(), string: z.string(), number: z.number() }

/** Each value is asked for by a properties class of its own, with the type the case names. */
function propertiesFor(path: string, like: unknown, target: string | undefined) {
  const key = path.split('.').at(-1) ?? ''
  const prefix = path
    .split('.')
    .slice(0, -1)
    .join('.')
    .replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  const schema = schemas[target ?? typeof like] ?? z.unknown()
  return { key, type: class Wanted extends ConfigurationProperties(prefix || 'none', z.object({ [key]: schema })) {} }
}

async function load(input: Input, fileName: string, check: (outcome: Outcome) => Promise<void>): Promise<void> {
  const name = fileName.replace(/\.yaml$/, '')
  await inFolder({ [fileName]: input.yaml ?? '' }, async ({ folder }) => {
    const start = (extra: Parameters<typeof createTestContext>[0] = {}) =>
      createTestContext({ configDir: folder, env: input.env ?? {}, args: [`--vernal.config.name=${name}`], ...extra })
    const valueAt = async (path: string, like: unknown) => {
      const { key, type } = propertiesFor(path, like, input.target?.[path])
      // A key at the top has no prefix: it is read below the prefix "none", into which the whole file is moved.
      const indented = path.includes('.') ? {} : { [fileName]: `none:\n${(input.yaml ?? '').replace(/^/gm, '  ')}` }
      let found: unknown
      await inFolder({ [fileName]: input.yaml ?? '', ...indented }, async (moved) => {
        await using context = await start({ components: [type], configDir: moved.folder })
        found = (context.get(type) as Record<string, unknown>)[key]
      })
      return found
    }
    const outcome = await start().then(
      (application) => ({ application, valueAt }),
      (failure: Error) => ({ failure, valueAt }),
    )
    await check(outcome)
    if ('application' in outcome) await outcome.application.close()
  })
}

async function holds(check: Check, outcome: Outcome): Promise<void> {
  switch (check.check) {
    case 'startupFails':
      expect(outcome.failure).toBeInstanceOf(Error)
      for (const part of check.messageIncludes ?? []) expect(outcome.failure?.message).toContain(part)
      return
    case 'value':
      expect(await outcome.valueAt(check.path ?? '', check.equals)).toEqual(check.equals)
      return
    case 'oneOf': {
      const failures: unknown[] = []
      for (const option of check.options ?? []) {
        try {
          for (const part of option) await holds(part, outcome)
          return
        } catch (error) {
          failures.push(error)
        }
      }
      throw new AggregateError(failures, 'no option holds')
    }
    default:
      throw new Error(`not run: there is no implementation of the check "${check.check}"`)
  }
}

const cases: unknown = JSON.parse(readFileSync(join(__dirname, 'config.json'), 'utf8'))

describe.each(
  cases as readonly {
    id: string
    title: string
    input: Input & { variants?: Input[]; fileName?: string }
    expected: { checks: Check[] }
  }[],
)('$id: $title', ({ input, expected }) => {
  const variants = input.variants ?? [{}]
  for (const [index, variant] of variants.entries()) {
    const checks = expected.checks.filter((check) => check.variant === undefined || check.variant === index)
    test(`variant ${index}`, async () => {
      await load({ ...input, ...variant }, input.fileName ?? 'app.yaml', async (outcome) => {
        for (const check of checks) await holds(check, outcome)
      })
    })
  }
})
