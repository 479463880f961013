import { CompiledProject } from '../compiled-project'
import { runProgram } from '../program'

// Each program starts a Node of its own.
jest.setTimeout(60_000)

const esModule = (source: string) => `
import { createRequire } from 'node:module'
const { run, Component } = createRequire(import.meta.url)('@container')
${source}`

const component = (name: string, needs?: string) => `
export class ${name} { constructor(${needs === undefined ? '' : 'needed'}) {} }
${needs === undefined ? '' : `Reflect.defineMetadata('design:paramtypes', [${needs}], ${name})`}
Component()(${name})`

test('a program whose entry is CommonJS finds the classes the entry exports', async () => {
  using project = new CompiledProject({
    'main.ts': `
      @Component() export class Here { text = 'found' }
      async function main() {
        const app = await run({ scan: __dirname })
        console.log(app.get(Here).text)
        await app.close()
      }
      void main()`,
  })
  const { code, stdout, stderr } = await runProgram(project.path('main.js'))
  expect([stdout.trim(), code]).toEqual(['found', 0])
  expect(stderr).toMatch(/^\d\d:\d\d:\d\d\.\d{3} INFO {2}Started beans=1 ms=\d+\n$/)
})

test('a program whose entry is an ES module starts, and warns about components it cannot scan', async () => {
  using project = new CompiledProject({
    'main.mjs': esModule(`
      ${component('Unseen')}
      // vernal
      const app = await run({ scan: import.meta.dirname })
      console.log(app.beans.map(({ name }) => name).filter((name) => name.startsWith('part')).join())
      await app.close()`),
    'part.mjs': esModule(component('PartOne')),
    'waiting.mjs': esModule(`await Promise.resolve()\n${component('PartTwo')}`),
  })
  const { code, stdout, stderr } = await runProgram(project.path('main.mjs'))
  expect([stdout.trim(), code]).toEqual(['partOne,partTwo', 0])
  expect(stderr).toMatch(/WARN .*main\.mjs is the running entry module, which cannot be scanned/)
})

test('ES modules that need each other are told as a circular import', async () => {
  using project = new CompiledProject({
    'main.cjs': `require('@container').run({ scan: __dirname + '/parts' }).catch((error) => console.log(error.message))`,
    'parts/a.mjs': esModule(`import { B } from './b.mjs'\n${component('A', 'B')}`),
    'parts/b.mjs': esModule(`import { A } from './a.mjs'\n${component('B', 'A')}`),
  })
  const { stdout } = await runProgram(project.path('main.cjs'))
  expect(stdout).toMatch(
    /a\.mjs failed while it was loaded: a circular import\. B uses A before its module is finished \(A → B → A\)/,
  )
})

const service = {
  'main.ts': `
    const { z } = require(${JSON.stringify(require.resolve('zod'))})
    class Shop extends ConfigurationProperties('shop', z.object({ apiKey: secret(z.string()) })) {}
    @Component() @EnableConfigurationProperties([Shop]) export class Worker {
      constructor(readonly shop: Shop, readonly logger: Logger) {}
      @PostConstruct() begin() { this.logger.info({ password: 'hunter22', key: 'id-' + (this.shop as any).apiKey }, 'Working') }
      @PreDestroy() end() { console.log('closed') }
    }
    async function main() {
      await run({ components: [Worker], configDir: __dirname })
      console.log('ready')
      setInterval(() => undefined, 1000)
    }
    void main()`,
}

test('SIGTERM closes the application and ends the program', async () => {
  using project = new CompiledProject(service)
  const result = await runProgram(project.path('main.js'), ['--shop.api-key=abc123'], {}, (output, child) => {
    if (output === 'ready\n') child.kill('SIGTERM')
  })
  expect(result.stdout).toBe('ready\nclosed\n')
  expect(result.code).toBe(143)
})

test('SIGTERM during the start closes what was made, and ends the program when all its applications are closed', async () => {
  using project = new CompiledProject({
    'main.ts': `
      @Component() class First { @PreDestroy() end() { console.log('closed at once') } }
      @Component() class Slow { @PreDestroy() async end() { await new Promise((done) => setTimeout(done, 50)); console.log('closed later') } }
      @Component() class Waits {
        constructor(readonly slow: Slow) {}
        @PostConstruct() begin() { console.log('ready'); return new Promise((done) => setTimeout(done, 60_000)) }
      }
      async function main() {
        const options = { configDir: __dirname, autoConfigurations: [] }
        await run({ components: [First], ...options })
        await run({ components: [Slow, Waits], ...options })
      }
      void main()`,
  })
  const result = await runProgram(project.path('main.js'), [], {}, (output, child) => {
    if (output === 'ready\n') child.kill('SIGTERM')
  })
  expect(result).toMatchObject({ stdout: 'ready\nclosed at once\nclosed later\n', code: 143 })
})

test('the log is JSON in production, and shows neither secrets nor passwords', async () => {
  using project = new CompiledProject(service)
  const { stderr } = await runProgram(
    project.path('main.js'),
    ['--shop.api-key=abc123'],
    { NODE_ENV: 'production' },
    (_, child) => child.kill('SIGINT'),
  )
  const lines = stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(lines[0]).toMatchObject({ level: 30, msg: 'Working', password: '******', key: 'id-******' })
  expect(stderr).not.toMatch(/abc123|hunter22/)
})

test('--debug writes the condition report', async () => {
  using project = new CompiledProject(service)
  const { stderr } = await runProgram(project.path('main.js'), ['--shop.api-key=abc123', '--debug'], {}, (_, child) =>
    child.kill('SIGINT'),
  )
  expect(stderr).toContain('CONDITIONS EVALUATION REPORT')
  expect(stderr).not.toContain('Unknown configuration key')
})
