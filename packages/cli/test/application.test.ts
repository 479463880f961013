import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

// Processes take their time on a busy machine.
jest.setTimeout(60_000)

const BUILT = process.env.VERNAL_TEST_DIST === '1'
const BIN = path.join(__dirname, '..', BUILT ? 'dist/bin.js' : 'src/bin.ts')
const NODE = BUILT ? [] : ['-C', '@vernal/source', '-r', require.resolve('ts-node/register/transpile-only')]
const OFFICE = path.join(__dirname, 'fixtures', 'office')

interface Finished {
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
  /** What the application did: nothing. */
  readonly did: boolean
}

/** Runs the command in a process of its own, in a folder, as a user does. */
function vernal(args: readonly string[], folder = OFFICE): Promise<Finished> {
  const traces = mkdtempSync(path.join(tmpdir(), 'office-'))
  const trace = path.join(traces, 'trace.txt')
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, [...NODE, BIN, ...args], {
    cwd: folder,
    env: { PATH, HOME, TS_NODE_PROJECT: path.join(__dirname, '../../../tsconfig.json'), OFFICE_TRACE: trace },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return new Promise((resolve, reject) => {
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (chunk) => (stdout += String(chunk)))
    child.stderr.on('data', (chunk) => (stderr += String(chunk)))
    child.on('error', reject)
    child.on('close', (exitCode) => {
      const did = existsSync(trace)
      rmSync(traces, { recursive: true })
      resolve({ exitCode, stdout, stderr, did })
    })
  })
}

/** A folder of its own with a program in it. */
function folderWith(files: Readonly<Record<string, string>>): { readonly folder: string; [Symbol.dispose](): void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'program-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text)
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) }
}

describe('vernal tools', () => {
  test('search shows what an index returns and why, and starts nothing of the application', async () => {
    const { exitCode, stdout, stderr, did } = await vernal(['tools', 'search', 'convert money'])

    expect(stdout).toMatch(/^1 of 3 tools for "convert money", keyword index\n\n1\. convertCurrency {2}0\.\d{3}\n/)
    expect(stdout).toMatch(/ 0\.\d{3} {2}name: convert\n/)
    expect(stdout).toMatch(/ 0\.\d{3} {2}description: convert, monei\n/)
    expect(stdout).not.toContain('must not reach')
    expect(stderr).toContain('OfficeConfiguration.lunchTool()')
    expect({ exitCode, did }).toEqual({ exitCode: 0, did: false })
  })

  test('search gives scores of fields that add up to the score of the hit, as data', async () => {
    const { stdout } = await vernal(['tools', 'search', 'book', 'a', 'room', '--json'])
    const { hits, ...rest } = JSON.parse(stdout) as {
      hits: { name: string; score: number; fields: { field: string; score: number }[] }[]
    }

    expect(rest).toEqual({ query: 'book a room', index: 'keyword', tools: 3 })
    expect(hits[0]).toMatchObject({ name: 'bookRoom', fields: [{ field: 'name' }, { field: 'description' }, {}, {}] })
    const sum = hits[0]?.fields.reduce((total, { score }) => total + score, 0)
    expect(sum).toBeCloseTo(hits[0]?.score ?? 0, 6)
  })

  test('search goes by the configuration of the application, and says where it does not', async () => {
    const { stdout, stderr } = await vernal(['tools', 'search', 'book a room, convert currency, tell time'])

    expect(stdout).toContain('2 of 3 tools')
    expect(stderr).toContain('configured to use the hybrid index, which calls a model')
  })

  test('search with another index and another number', async () => {
    const { stdout } = await vernal(['tools', 'search', 'cur.*', '--index', 'regex', '--max', '1'])

    expect(stdout).toMatch(/^1 of 3 tools for "cur\.\*", regex index\n/)
  })

  test('search that finds nothing exits with 1', async () => {
    expect(await vernal(['tools', 'search', 'fly to the moon'])).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining('0 of 3 tools'),
    })
  })

  test('list shows what each tool costs and where it is from', async () => {
    const { exitCode, stdout, did } = await vernal(['tools', 'list'])

    expect(stdout).toMatch(/convertCurrency +\d+ {2}read {6}OfficeService\.convertCurrency\n/)
    expect(stdout).toMatch(/bookRoom +\d+ {2}write {5}OfficeService\.bookRoom\n/)
    expect({ exitCode, did }).toEqual({ exitCode: 0, did: false })
  })
})

test('vernal config schema prints the JSON Schema of all there is to configure', async () => {
  const { exitCode, stdout, did } = await vernal(['config', 'schema'])

  expect(JSON.parse(stdout)).toMatchObject({
    type: 'object',
    properties: {
      office: { properties: { floors: { description: 'Floors of the building.', default: 1 } } },
      vernal: { properties: { ai: { properties: { tools: { properties: { results: {} } } } } } },
    },
  })
  expect({ exitCode, did }).toEqual({ exitCode: 0, did: false })
})

test('vernal conditions prints the report', async () => {
  const { exitCode, stdout, did } = await vernal(['conditions'])

  expect(stdout).toMatch(/ToolSearchAutoConfiguration matched:\n.*tool-search-advisor\.enabled=true matched/)
  expect({ exitCode, did }).toEqual({ exitCode: 0, did: false })
})

describe('a mistake is told with its remedy, and exits with 1:', () => {
  test.each<[string, string[], RegExp]>([
    ['a query that is missing', ['tools', 'search'], /What is searched for is missing: vernal tools search "/],
    ['an unknown verb', ['tools', 'find', 'x'], /"vernal tools find" is no command: list and search are/],
    ['an unknown index', ['tools', 'search', 'x', '--index', 'magic'], /no index "magic": keyword and regex/],
    ['an index that calls a model', ['tools', 'search', 'x', '--index', 'vector'], /calls a model.*--index keyword/],
    ['a number out of range', ['tools', 'search', 'x', '--max', '0'], /--max is "0".*1 to 100/],
    ['an entry that is not there', ['tools', 'list', '--entry', 'start.ts'], /no file start\.ts in .*--entry/],
    ['half a command', ['config'], /"vernal config " is no command: schema is/],
  ])('%s', async (_what, args, message) => {
    const { exitCode, stderr, did } = await vernal(args)

    expect(stderr).toMatch(message)
    expect({ exitCode, did }).toEqual({ exitCode: 1, did: false })
  })

  test.each<[string, Record<string, string>, RegExp]>([
    ['a folder without a program', { 'notes.txt': '' }, /no src\/main\.ts.*--entry/],
    ['a program that fails', { 'main.js': 'throw new Error("the key is missing")' }, /the key is missing[^]*--entry/],
    ['a program that starts no application', { 'main.js': '' }, /ended without calling run\(\)/],
  ])('%s', async (_what, files, message) => {
    using program = folderWith(files)

    const { exitCode, stderr } = await vernal(['tools', 'list'], program.folder)

    expect(stderr).toMatch(message)
    expect(exitCode).toBe(1)
  })
})
