import { run, Service } from '@vernal/container'
import { Tool, ToolGate, ToolRegistry, ToolSet } from '@vernal/tools'
import { ToolsAutoConfiguration } from '@vernal/tools/autoconfigure'

const FAKE = 'ok\n12:00:00.000 ERROR fake\r\n{"level":50,"msg":"fake"}\u001b[2J\u202e'

@Service()
class Echo {
  @Tool()
  fail(text: string): never {
    throw new Error(text)
  }
}

/** What an application logs while a model does its worst, in lines. */
async function logged(format: 'text' | 'json'): Promise<string[]> {
  const written: string[] = []
  const write = jest.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0)
  try {
    await using app = await run({
      components: [Echo],
      properties: { 'vernal.logging': { level: 'debug', format } },
      autoConfigurations: [ToolsAutoConfiguration],
      args: [],
      env: {},
      configDir: __dirname,
      signals: false,
    })
    const tools = ToolSet.of(app.get(ToolRegistry).all())
    const pass = (name: string, args: unknown): unknown =>
      app.get(ToolGate).pass({ id: FAKE, name, arguments: JSON.stringify(args) }, { tools })
    await pass('fail', { text: FAKE })
    await pass('fail', { text: { [FAKE]: FAKE } })
    await pass(FAKE, {})
    await pass('x'.repeat(100_000), {})
  } finally {
    write.mockRestore()
  }
  const lines = written.join('').split('\n')
  expect(lines.pop()).toBe('')
  return lines
}

test('a log of text has no line that a model or a tool has written', async () => {
  const lines = await logged('text')
  expect(lines.filter((line) => line.includes('fake')).length).toBeGreaterThan(2)
  expect(lines.filter((line) => /^\d\d:\d\d:\d\d\.\d{3} ERROR/.test(line)).length).toBe(1)
  expect(lines.filter((line) => !/^(?:\d\d:\d\d:\d\d\.\d{3} [A-Z]| {2})/.test(line))).toEqual([])
  expect(lines.join('')).not.toMatch(/[\r\u001b\u202e]/)
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(1000)
})

test('a log of JSON has one event in each line', async () => {
  const events = (await logged('json')).map((line) => JSON.parse(line) as { level: number })
  expect(events.filter(({ level }) => level === 50)).toHaveLength(1)
})
