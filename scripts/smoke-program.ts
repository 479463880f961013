import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes what the README tells a newcomer to write: its compiler options, jest with ts-jest, and the hello world. */
export function writeProject(folder: string, readme: string, hello: string): void {
  write(folder, 'package.json', json({ name: 'smoke', version: '1.0.0', private: true, jest: { preset: 'ts-jest' } }))
  write(folder, 'tsconfig.json', compilerConfiguration(readme))
  write(folder, 'hello.ts', hello)
  write(folder, 'hello-module.mts', hello)
  write(folder, 'hello.test.ts', JEST_TEST)
  write(folder, 'processor-time.cjs', PROCESSOR_TIME)
}

/** The `tsconfig.json` of the README. */
function compilerConfiguration(readme: string): string {
  const [, text] = /^```json\n(\{\s*"compilerOptions"[\s\S]*?)^```$/m.exec(readme) ?? []
  if (text === undefined) throw new Error('README.md shows no tsconfig.json.')
  return text
}

/** Writes a module that opens every door both ways and compares the names behind it. */
export const writeDoorCheck = (folder: string, doors: readonly string[]): void =>
  write(folder, 'doors.mjs', DOOR_CHECK.replace('DOORS', JSON.stringify(doors)))

/** Writes a project of 200 tools in 40 services, and an empty one, each in a folder of its own; returns the two folders. */
export function writeTypeProjects(folder: string): { readonly empty: string; readonly tools: string } {
  const services = Array.from({ length: 40 }, (_, index) => serviceWithTools(index)).join('\n')
  const imports = `import { Service, Tool, ToolParam } from 'vernal'\n\n`
  const [empty, tools] = [join(folder, 'types-empty'), join(folder, 'types-tools')]
  for (const [project, text] of [
    [empty, 'export {}\n'],
    [tools, imports + services],
  ] as const) {
    mkdirSync(project)
    write(project, 'tsconfig.json', json({ extends: '../tsconfig.json', include: ['*.ts'] }))
    write(project, 'main.ts', text)
  }
  return { empty, tools }
}

function serviceWithTools(index: number): string {
  const methods = ['find', 'list', 'open', 'close', 'count'].map(
    (verb) => `  @Tool('To ${verb} things of kind ${index}')
  async ${verb}Things${index}(
    @ToolParam('Name of the thing') name: string,
    @ToolParam({ description: 'At most this many', required: false }) limit?: number,
  ): Promise<string[]> {
    return [name, String(limit)]
  }
`,
  )
  return `@Service()\nexport class Things${index} {\n${methods.join('\n')}}\n`
}

const JEST_TEST = `import { ChatClient, run, Service, Tool, ToolParam } from 'vernal'

@Service()
class Weather {
  @Tool('The weather in a city')
  weather(@ToolParam('City') city: string) {
    return \`Sunny in \${city}, 21 degrees\`
  }
}

test('the tool runs', async () => {
  const app = await run({ components: [Weather], signals: false })
  const answer = await app.get(ChatClient).prompt('What is the weather in Paris?').call().content()
  await app.close()
  expect(answer).toContain('Sunny in Paris, 21 degrees')
})
`

const PROCESSOR_TIME = `process.on('exit', () => {
  const { user, system } = process.cpuUsage()
  console.log('processor seconds: ' + (user + system) / 1e6)
})
`

const DOOR_CHECK = `import { createRequire } from 'node:module'
import { run } from 'vernal'

const require = createRequire(import.meta.url)
if (typeof run !== 'function') throw new Error('run is not exported by name')
for (const door of DOORS) {
  const required = Object.keys(require(door))
  const imported = Object.keys(await import(door))
  const missing = required.filter((name) => !imported.includes(name))
  if (required.length === 0) throw new Error(door + ' exports nothing')
  if (missing.length > 0) throw new Error(door + ' hides names from ES modules: ' + missing.join(', '))
  console.log(door + ': ' + required.length + ' names')
}
`

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

const write = (folder: string, name: string, text: string): void => writeFileSync(join(folder, name), text)
