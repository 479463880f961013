import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { runCommand } from '@vernal/cli'
import { ToolCallbacks } from '@vernal/tools'
import { Ajv2020 } from 'ajv/dist/2020'
import fc from 'fast-check'
import { candidatesFor, typeArbitrary, type RandomType } from './random-type'

// The compiler takes its time on a busy machine.
jest.setTimeout(120_000)

const TYPES_PER_PROGRAM = 40

/** The schemas that `vernal generate` writes for one method per type, through the file it writes. */
async function schemasOf(types: readonly RandomType[]): Promise<readonly object[]> {
  const folder = mkdtempSync(path.join(__dirname, 'fixtures', 'random-'))
  try {
    writeFileSync(
      path.join(folder, 'tsconfig.json'),
      '{ "extends": "../../../../../tsconfig.base.json", "files": ["tools.ts"] }',
    )
    writeFileSync(path.join(folder, 'tools.ts'), sourceOf(types))
    const out = path.join(folder, 'tools.generated.ts')
    const lines: string[] = []
    const log = (line: string): void => void lines.push(line)
    const args = ['generate', '--project', path.join(folder, 'tsconfig.json'), '--out', out]
    const exitCode = await runCommand(args, { log, warn: log })
    if (exitCode !== 0) throw new Error(lines.join('\n'))
    require(out)
    const { RandomTools } = require(path.join(folder, 'tools.ts')) as { RandomTools: new () => object }
    const tools = ToolCallbacks.from(new RandomTools())
    return types.map(
      (_, at) => tools.find(({ definition }) => definition.name === `tool${at}`)?.definition.inputSchema ?? {},
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const sourceOf = (types: readonly RandomType[]): string =>
  [
    `import { Tool } from '@vernal/tools'`,
    ...types.flatMap(({ declarations }, at) => declarations.map((text) => text.replaceAll('§', `${at}`))),
    'export class RandomTools {',
    ...types.map(({ text }, at) => `  @Tool() tool${at}(value: ${text.replaceAll('§', `${at}`)}): void {}`),
    '}',
  ].join('\n')

test('a generated schema accepts what its type accepts, and refuses what it refuses, as zod judges by the same grammar', async () => {
  let accepted = 0
  let refused = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(typeArbitrary, { minLength: TYPES_PER_PROGRAM, maxLength: TYPES_PER_PROGRAM }),
      fc.infiniteStream(fc.nat()),
      async (types, seeds) => {
        const schemas = await schemasOf(types)
        for (const [at, type] of types.entries()) {
          const validate = new Ajv2020({ strict: false }).compile(schemas[at] ?? {})
          for (const value of candidatesFor(type, types, seeds)) {
            const expected = type.zod.safeParse(value).success
            const said = validate({ value })
            if (said !== expected)
              throw new Error(
                `${type.text} ${expected ? 'accepts' : 'refuses'} ${JSON.stringify(value)}, not so ${JSON.stringify(schemas[at])}`,
              )
            if (expected) accepted++
            else refused++
          }
        }
      },
    ),
    // Each run is one program of the compiler.
    { numRuns: 4, endOnFailure: true },
  )

  expect(accepted).toBeGreaterThan(1_000)
  expect(refused).toBeGreaterThan(1_000)
})
