import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Bean, ChatClient, Configuration, run, ToolCallingManager, ToolRegistry } from 'vernal'
import { ScriptedChatModel, type ScriptedAnswer } from 'vernal/testing'
import { AuditAdvisor } from '../src/audit-advisor'
import { DocsAssistantConfiguration } from '../src/docs-assistant-configuration'
import { DocsLibrary } from '../src/docs-library'
import { DocsTools } from '../src/docs-tools'
import { IssueTools } from '../src/issue-tools'
import { ToolCallPrinter } from '../src/tool-call-printer'
import { Manual } from './manual'

const COMPONENTS = [AuditAdvisor, DocsAssistantConfiguration, DocsLibrary, DocsTools, IssueTools, ToolCallPrinter]

const stdout = jest.spyOn(process.stdout, 'write').mockReturnValue(true)
const stderr = jest.spyOn(process.stderr, 'write').mockReturnValue(true)
afterAll(() => jest.restoreAllMocks())
beforeEach(() => [stdout, stderr].forEach((written) => written.mockClear()))

const writtenTo = (stream: typeof stdout): string => stream.mock.calls.map(([text]) => String(text)).join('')

/** The application over a manual, with a scripted model when there is a script. */
function start(manual: Manual, properties: Record<string, unknown> = {}, script?: readonly ScriptedAnswer[]) {
  @Configuration()
  class Scripted {
    @Bean()
    model(): ScriptedChatModel {
      return new ScriptedChatModel(script ?? [])
    }
  }
  return run({
    components: script === undefined ? COMPONENTS : [...COMPONENTS, Scripted],
    defaults: { 'vernal.logging.level': 'debug' },
    properties: { 'docs-assistant': { folder: manual.folder, issuesFile: manual.issuesFile }, ...properties },
    configDir: join(__dirname, '..'),
    env: {},
    args: [],
    signals: false,
  })
}

/** The results the model has read by its last answer. */
const resultsRead = (model: ScriptedChatModel): readonly string[] =>
  (model.prompts.at(-1)?.messages ?? []).flatMap((message) =>
    message.role === 'tool' ? message.results.map(({ content }) => content) : [],
  )

test('a folder that does not exist fails the start with the property to set', async () => {
  using manual = new Manual()
  const lost = start(manual, { 'docs-assistant.folder': `${manual.folder}/lost` })
  await expect(lost).rejects.toThrow(/there is no Markdown file below .*lost\. Set docs-assistant\.folder/)
})

describe('searchDocs', () => {
  test('finds the section by its words, and names its page', async () => {
    using manual = new Manual()
    await using app = await start(manual)
    expect(app.get(DocsTools).searchDocs('vinegar')).toEqual([
      { page: 'guides/descaling.md', heading: 'Descaling', text: 'Use vinegar once a month.' },
    ])
  })

  test('does not take a comment in a code block for a heading', async () => {
    using manual = new Manual()
    await using app = await start(manual)
    expect(app.get(DocsTools).searchDocs('rinsing')).toMatchObject([{ heading: 'Steps' }])
  })

  test('returns no more sections than configured', async () => {
    using manual = new Manual({ 'a.md': '# One\nwater\n# Two\nwater\n# Three\nwater\n' })
    await using app = await start(manual, { 'docs-assistant.max-results': 2 })
    expect(app.get(DocsTools).searchDocs('water')).toHaveLength(2)
  })

  test('says so when nothing matches', async () => {
    using manual = new Manual()
    await using app = await start(manual)
    expect(app.get(DocsTools).searchDocs('zebra')).toContain('Nothing in the documentation matches "zebra"')
  })
})

describe('pageUrl', () => {
  test('is the path of the page, below the address it is published at', async () => {
    using manual = new Manual()
    await using app = await start(manual)
    expect(app.get(DocsTools).pageUrl('index.md')).toBe('index.md')
    await using published = await start(manual, { 'docs-assistant.base-url': 'https://kettle.example/docs/' })
    expect(published.get(DocsTools).pageUrl('guides/descaling.md')).toBe(
      'https://kettle.example/docs/guides/descaling.md',
    )
  })

  test.each(['guides/lost.md', '../index.md', 'guides/notes.txt'])(
    'refuses %s, which is no page, so that the model can do better',
    async (page) => {
      using manual = new Manual()
      await using app = await start(manual, {}, [[{ name: 'pageUrl', arguments: { page } }], 'I do not know.'])
      expect(await app.get(ChatClient).prompt('Where?').call().content()).toBe('I do not know.')
      expect(resultsRead(app.get(ScriptedChatModel))).toEqual([expect.stringContaining(`There is no page "${page}"`)])
    },
  )
})

describe('openIssue', () => {
  const script = [[{ name: 'openIssue', arguments: { title: 'Wrong month' } }], 'Done.']

  test('cannot be run by a request it is not attached to, even when the model asks for it', async () => {
    using manual = new Manual()
    await using app = await start(manual, {}, script)
    await app.get(ChatClient).prompt('Open an issue').call().content()
    const [prompt] = app.get(ScriptedChatModel).prompts
    expect(prompt?.options.tools?.names.toSorted()).toEqual(['pageUrl', 'searchDocs'])
    expect(resultsRead(app.get(ScriptedChatModel))).toEqual([expect.stringContaining('openIssue')])
    expect(existsSync(manual.issuesFile)).toBe(false)
  })

  test('adds a line to the file when it is attached', async () => {
    using manual = new Manual()
    await using app = await start(manual, {}, script)
    await app.get(ChatClient).prompt('Open an issue').tools(IssueTools).call().content()
    expect(JSON.parse(readFileSync(manual.issuesFile, 'utf8'))).toMatchObject({ title: 'Wrong month' })
  })

  test('is known to write; the other tools only read', async () => {
    using manual = new Manual()
    await using app = await start(manual)
    const effects = [...app.get(ToolRegistry).all()].map(({ definition, metadata }) => [
      definition.name,
      metadata.effect,
    ])
    expect(Object.fromEntries(effects)).toEqual({ openIssue: 'write', pageUrl: 'read', searchDocs: 'read' })
  })
})

describe('while it answers', () => {
  const search = { name: 'searchDocs', arguments: { query: 'vinegar' } }

  test('each tool call is printed with its arguments and how long it took', async () => {
    using manual = new Manual()
    const lost = { name: 'pageUrl', arguments: { page: 'lost.md' } }
    await using app = await start(manual, {}, [[search], [lost], 'Monthly.'])
    await app.get(ChatClient).prompt('How often?').call().content()
    const [first, second] = writtenTo(stdout).trim().split('\n')
    expect(first).toMatch(/→ searchDocs\(\{"query":"vinegar"\}\) \d+\.\d ms/)
    expect(second).toMatch(/✗ pageUrl\(\{"page":"lost\.md"\}\) \d+\.\d ms/)
  })

  test('the audit sees every round, since it stands inside the loop', async () => {
    using manual = new Manual()
    await using app = await start(manual, {}, [[search], [search, { name: 'pageUrl' }], 'Monthly.'])
    await app.get(ChatClient).prompt('How often?').call().content()
    expect(writtenTo(stderr).match(/The model asks for tools tools=(.*)/g)).toEqual([
      'The model asks for tools tools=["searchDocs"]',
      'The model asks for tools tools=["searchDocs","pageUrl"]',
    ])
  })

  test('a model that only ever searches is asked for an answer in the end', async () => {
    using manual = new Manual()
    const searching = (prompt: { options: { toolChoice?: unknown } }): ScriptedAnswer =>
      prompt.options.toolChoice === 'none' ? 'Monthly.' : [search]
    await using app = await start(
      manual,
      {},
      Array.from({ length: 20 }, () => searching as ScriptedAnswer),
    )
    expect(await app.get(ChatClient).prompt('How often?').call().content()).toBe('Monthly.')
    expect(app.get(ToolCallingManager).limits.maxTotalToolCalls).toBe(8)
    expect(app.conditions.toString()).toContain('ChatAutoConfiguration.toolCallLimits()')
  })
})
