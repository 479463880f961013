import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { calls, OpenAiLoopbackServer, text } from '@vernal/models/testing'
import { Manual } from './manual'

// Processes take their time on a busy machine.
jest.setTimeout(60_000)

/** What the finished command left. */
interface Finished {
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
}

interface Input {
  readonly stdin?: string
  readonly env?: Readonly<Record<string, string>>
}

const BUILT = process.env.VERNAL_TEST_DIST === '1'
const MAIN = join(__dirname, '..', BUILT ? 'dist/main.js' : 'src/main.ts')
const NODE = BUILT ? [] : ['-C', '@vernal/source', '-r', require.resolve('ts-node/register')]

/** Runs the command in a process of its own, as `npm start` does. An empty key is stronger than one in a `.env`. */
function docsAssistant(args: readonly string[], { stdin = '', env = {} }: Input = {}): Promise<Finished> {
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, [...NODE, MAIN, ...args], {
    cwd: join(__dirname, '..'),
    env: { PATH, HOME, TS_NODE_PROJECT: join(__dirname, '../../../tsconfig.json'), OPENAI_API_KEY: '', ...env },
  })
  child.stdin.end(stdin)
  return new Promise((resolve, reject) => {
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (chunk) => (stdout += String(chunk)))
    child.stderr.on('data', (chunk) => (stderr += String(chunk)))
    child.on('error', reject)
    child.on('close', (exitCode) => resolve({ exitCode, stdout, stderr }))
  })
}

test('without arguments it answers a sample question about this documentation, and says from which page', async () => {
  const { exitCode, stdout, stderr } = await docsAssistant([])
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.stringContaining('Chat model: offline') })
  expect(stdout).toMatch(/^Question: .+\?\n  → searchDocs\(\{"query":".+"\}\) \d+\.\d ms\n/)
  expect(stdout).toMatch(/\n\n[\s\S]+\.md/)
})

test('it answers another question about another folder', async () => {
  using manual = new Manual()
  const { exitCode, stdout } = await docsAssistant([
    'How often is vinegar used?',
    `--docs-assistant.folder=${manual.folder}`,
  ])
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: expect.stringContaining('Use vinegar once a month.') })
  expect(stdout).toContain('guides/descaling.md')
})

test('a maintainer opens an issue, and nobody else', async () => {
  using manual = new Manual()
  const properties = [`--docs-assistant.folder=${manual.folder}`, `--docs-assistant.issues-file=${manual.issuesFile}`]
  const question = 'Open an issue titled "Wrong month"'
  const reader = await docsAssistant([question, ...properties])
  expect({ exitCode: reader.exitCode, isOpened: existsSync(manual.issuesFile) }).toEqual({
    exitCode: 0,
    isOpened: false,
  })
  const { exitCode, stdout } = await docsAssistant(['--maintainer', question, ...properties])
  expect({ exitCode, stdout }).toEqual({
    exitCode: 0,
    stdout: expect.stringContaining('→ openIssue({"title":"Wrong month"})'),
  })
  expect(JSON.parse(readFileSync(manual.issuesFile, 'utf8'))).toMatchObject({ title: 'Wrong month' })
})

test('a folder without Markdown is told with the property to set, and without a stack', async () => {
  using manual = new Manual({ 'notes.txt': 'none' })
  const { exitCode, stderr } = await docsAssistant([`--docs-assistant.folder=${manual.folder}`])
  expect(exitCode).toBe(1)
  expect(stderr).toContain(`there is no Markdown file below ${manual.folder}. Set docs-assistant.folder`)
  expect(stderr).not.toMatch(/^\s+at /m)
})

test('interactively it streams each answer of a configured server, and remembers the conversation', async () => {
  using manual = new Manual()
  const search = calls([{ name: 'searchDocs', arguments: { query: 'vinegar' } }], { pieceLength: 3 })
  await using server = await OpenAiLoopbackServer.start([search, text('Once a month.'), text('Because of the chalk.')])
  const { exitCode, stdout, stderr } = await docsAssistant(
    ['--interactive', `--docs-assistant.folder=${manual.folder}`],
    {
      stdin: 'How often is vinegar used?\nAnd why?\n\nnever asked\n',
      env: { OPENAI_BASE_URL: server.baseUrl, OPENAI_API_KEY: 'sk-test', OPENAI_MODEL: 'test-model' },
    },
  )
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.stringContaining('Chat model: test-model') })
  expect(stdout).toMatch(/→ searchDocs\(\{"query":"vinegar"\}\) .* ms\nOnce a month\.\n> Because of the chalk\.\n> $/)
  expect(server.requests.map(({ body }) => body.stream)).toEqual([true, true, true])
  expect(spoken(server.requests[2]?.body.messages)).toEqual(['How often is vinegar used?', 'Once a month.', 'And why?'])
})

/** What people and the model have said. */
const spoken = (messages: unknown): readonly string[] =>
  (messages as readonly { role: string; content: string; tool_calls?: unknown }[])
    .filter(({ role, tool_calls: called }) => ['user', 'assistant'].includes(role) && called === undefined)
    .map(({ content }) => content)
