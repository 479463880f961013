import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { runCommand } from '@vernal/cli'

// The compiler takes its time on a busy machine.
jest.setTimeout(60_000)

/** A small project of its own, within reach of the packages of this repository. */
class Project {
  readonly folder = mkdtempSync(path.join(__dirname, 'fixtures', 'signatures-'))
  readonly #out = path.join(this.folder, 'src', 'tools.generated.ts')

  constructor(files: Readonly<Record<string, string>>, compilerOptions: object = {}) {
    mkdirSync(path.join(this.folder, 'src'))
    const tsconfig = { extends: '../../../../../tsconfig.base.json', compilerOptions, include: ['src'] }
    writeFileSync(path.join(this.folder, 'tsconfig.json'), JSON.stringify(tsconfig))
    for (const [name, text] of Object.entries(files)) this.write(name, text)
  }

  write(name: string, text: string): void {
    writeFileSync(path.join(this.folder, 'src', name), text)
  }

  get arguments(): readonly string[] {
    return ['generate', '--project', path.join(this.folder, 'tsconfig.json'), '--out', this.#out]
  }

  async generate(): Promise<{ readonly exitCode: number; readonly output: string; readonly text: string }> {
    const lines: string[] = []
    const log = (line: string): void => void lines.push(line)
    const exitCode = await runCommand(this.arguments, { log, warn: log })
    return { exitCode, output: lines.join('\n'), text: this.generated }
  }

  get generated(): string {
    return existsSync(this.#out) ? readFileSync(this.#out, 'utf8') : ''
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true })
  }
}

const withMethods = (methods: string, before = ''): string =>
  `import { Tool, ToolContext } from '@vernal/tools'\n${before}\nexport class OrderTools {\n${methods}\n}\n`

describe('the signature that counts', () => {
  test('of overloads is that of the implementation', async () => {
    using project = new Project({
      'tools.ts': withMethods(`
        find(id: string): string
        find(id: number): string
        @Tool() find(id: string | number): string { return '' }`),
    })

    expect((await project.generate()).text).toMatch(/signature: \['id'\],[^]*id: \{ type: \['string', 'number'\] \}/)
  })

  test('has no parameter for `this`', async () => {
    using project = new Project({
      'tools.ts': withMethods(`@Tool() find(this: OrderTools, id: string, limit = 5): void {}`),
    })

    const { text } = await project.generate()
    expect(text).toContain("signature: ['id', 'limit'],")
    expect(text).toMatch(/limit: \{ type: 'number', default: 5 \}[^]*required: \['id'\]/)
  })

  test('takes types through a path alias, and none of the words of the standard library', async () => {
    using project = new Project(
      {
        'model.ts': `/** How it is sent. */ export type Speed = Exclude<'slow' | 'fast' | 'never', 'never'>`,
        'tools.ts': withMethods(
          `@Tool() send(speed: Speed, kind: Exclude<'a' | 'b' | 'c', 'c'>): void {}`,
          `import type { Speed } from '@app/model'`,
        ),
      },
      { paths: { '@app/*': ['./src/*'] } },
    )

    const { text } = await project.generate()
    expect(text).toMatch(/speed: \{ type: 'string', enum: \['slow', 'fast'\], description: 'How it is sent\.' \}/)
    expect(text).toMatch(/kind: \{ type: 'string', enum: \['a', 'b'\] \}/)
  })
})

test.each<[string, string, string]>([
  ['a function', 'callback: () => void', 'parameter "callback" is a function'],
  ['a symbol', 'key: symbol', 'parameter "key" is a symbol'],
  [
    'bytes of another kind',
    'data: ArrayBuffer',
    'parameter "data" has the type ArrayBuffer, which has no JSON form; use Uint8Array',
  ],
  [
    'a pattern for text',
    'pattern: RegExp',
    'parameter "pattern" has the type RegExp, which has no JSON form; use string',
  ],
  [
    'a promise',
    'value: Promise<string>',
    'parameter "value" has the type Promise, which has no JSON form; use its value',
  ],
  ['a rest parameter', '...ids: string[]', 'parameter "ids" is a rest parameter: make it an array'],
  ['a pattern', '{ id }: { id: string }', 'parameter 1 is a pattern, so it has no name: make it a plain parameter'],
  ['a map with other keys', 'map: Map<number, string>', 'parameter "map" is a Map whose keys are not text'],
  ['a tuple open in the middle', 'row: [...string[], number]', 'is a tuple with elements after its rest'],
  ['something deep inside', 'filter: { by: { test(): boolean } }', 'parameter "filter": filter.by.test is a function'],
  [
    'a class that JSON cannot make',
    'place: Place',
    'parameter "place" is the class Place, which cannot be made from JSON',
  ],
])('%s is refused with class, method, parameter and remedy', async (_what, parameter, message) => {
  using project = new Project({
    'tools.ts': withMethods(
      `@Tool() find(${parameter}): void {}`,
      'export class Place { constructor(readonly town: string) {} get name() { return this.town } }',
    ),
  })

  const { exitCode, output, text } = await project.generate()
  expect(output).toContain('OrderTools.find: ')
  expect(output).toContain(message)
  expect(output).toContain('@ToolParam({ schema: z.… })')
  expect({ exitCode, text }).toEqual({ exitCode: 1, text: '' })
})

test('a type parameter that nothing settles is named', async () => {
  using project = new Project({ 'tools.ts': withMethods('@Tool() find<T>(value: T): void {}') })

  expect((await project.generate()).output).toContain(
    'OrderTools.find: parameter "value" has the type parameter T as its type, which nothing settles',
  )
})

test('--watch writes the file again when a source changes, and tells mistakes without ending', async () => {
  using project = new Project({ 'tools.ts': withMethods('@Tool() find(id: string): void {}') })
  const built = process.env.VERNAL_TEST_DIST === '1'
  const bin = path.join(__dirname, '..', built ? 'dist/bin.js' : 'src/bin.ts')
  const node = built ? [] : ['-C', '@vernal/source', '-r', require.resolve('ts-node/register/transpile-only')]
  const { PATH, HOME } = process.env
  const watch = spawn(process.execPath, [...node, bin, ...project.arguments, '--watch'], {
    env: { PATH, HOME, TS_NODE_PROJECT: path.join(__dirname, '../../../tsconfig.json') },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines = { out: '', error: '' }
  for (const pipe of [watch.stdout, watch.stderr]) pipe.setEncoding('utf8')
  const said = (stream: 'out' | 'error', text: string): Promise<void> =>
    new Promise((resolve) => {
      const pipe = stream === 'out' ? watch.stdout : watch.stderr
      const look = (chunk = ''): void => {
        lines[stream] += chunk
        if (!lines[stream].includes(text)) return
        pipe.off('data', look)
        resolve()
      }
      pipe.on('data', look)
      look()
    })
  try {
    await said('out', '1 tool.')
    expect(project.generated).toMatch(/id: \{ type: 'string' \}/)

    project.write('tools.ts', withMethods('@Tool() find(id: symbol): void {}'))
    await said('error', 'parameter "id" is a symbol')

    project.write('tools.ts', withMethods('@Tool() find(id: number): void {}\n@Tool() count(): void {}'))
    await said('out', '2 tools.')
    expect(project.generated).toMatch(/id: \{ type: 'number' \}/)
  } finally {
    const closed = new Promise((resolve) => watch.on('close', resolve))
    watch.kill()
    await closed
  }
})

describe('doc comments', () => {
  test('are read on the line of what goes before', async () => {
    const before = `
      export interface Filter { /** The city. @minLength 2 */ city: string; /** How many at most. */ limit?: number }`
    using project = new Project({
      'tools.ts': withMethods(
        '/** Finds orders. */ @Tool() find(/** What to find. */ filter: Filter): void {}',
        before,
      ),
    })

    const { text, output } = await project.generate()
    expect(output).toContain('1 tool')
    expect(text).toContain("description: 'Finds orders.'")
    expect(text).toContain("description: 'What to find.'")
    expect(text).toMatch(/city: \{ type: 'string', description: 'The city\.', minLength: 2 \}/)
    expect(text).toMatch(/limit: \{ type: 'number', description: 'How many at most\.' \}/)
  })

  test('that end the line of another member are not taken for the next one', async () => {
    const before = 'export interface Filter {\n  city: string /** about the city */\n  limit: number\n}'
    using project = new Project({ 'tools.ts': withMethods('@Tool() find(filter: Filter): void {}', before) })

    expect((await project.generate()).text).toMatch(/limit: \{ type: 'number' \}/)
  })

  test.each([
    ['/** @minimum one */ n: number', '@minimum needs a number: @minimum 1'],
    ['/** @max 5 */ n: number', '@max is not known: write @maximum'],
    ['/** @minlength 5 */ n: string', '@minlength is not known: write @minLength'],
    ['/** @pattern ( */ n: string', '@pattern is no regular expression'],
    ['/** @format */ n: string', '@format needs a text behind it'],
    ['/** @minimum 1 @minimum 2 */ n: number', '@minimum is said twice'],
    ['/** @maxItems 3 */ n: number', 'n: @maxItems says nothing of a value of type number: remove it'],
    ['/** @format uri */ n: boolean', 'n: @format says nothing of a value of type boolean: remove it'],
    ['/** @integer */ n: string', 'n: @integer says nothing of a value of type string: remove it'],
  ])('with a tag that says nothing are refused with its place: %s', async (property, fault) => {
    const before = `export interface Filter {\n  ${property}\n}`
    using project = new Project({ 'tools.ts': withMethods('@Tool() find(filter: Filter): void {}', before) })

    const { exitCode, output, text } = await project.generate()
    expect(exitCode).toBe(1)
    expect(output).toMatch(/src\/tools\.ts:3:\d+: /)
    expect(output).toContain(fault)
    expect(text).toBe('')
  })

  test('with the tags of other tools, and patterns of other languages, are taken as they are', async () => {
    const before = `export interface Filter {
      /**
       * The city.
       * @remarks Often asked. @defaultValue none @internal @since 2 @see elsewhere @type {string} @readonly
       * @pattern ^[\\w-.]+$
       */
      city: string
    }`
    using project = new Project({ 'tools.ts': withMethods('@Tool() find(filter: Filter): void {}', before) })

    const { text, output } = await project.generate()
    expect(output).toContain('1 tool')
    expect(text).toContain("pattern: '^[\\\\w-.]+$'")
  })

  test('with a tag behind a @param that says nothing are refused, others are left alone', async () => {
    const method = (tag: string): string =>
      `/**\n * Finds.\n * @param limit How many.\n * ${tag}\n * @returns nothing\n * @see somewhere\n */\n@Tool() find(limit: number): void {}`
    using project = new Project({ 'tools.ts': withMethods(method('@maximum ten')) })
    expect((await project.generate()).output).toMatch(/tools\.ts:7:\d+: @maximum needs a number/)

    project.write('tools.ts', withMethods(method('@maximum 10')))
    expect((await project.generate()).text).toMatch(
      /limit: \{ type: 'number', description: 'How many\.', maximum: 10 \}/,
    )
  })
})
