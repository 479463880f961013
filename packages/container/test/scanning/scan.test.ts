import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type Application, run, type RunOptions } from '@vernal/container'
import { createTestContext } from '@vernal/container/testing'
import { CompiledProject } from '../compiled-project'

const namesOf = (application: Application) =>
  application.beans.filter(({ maker }) => maker.kind !== 'value').map(({ name }) => name)

test('exported components of all modules below the folder are found, once each', async () => {
  using project = new CompiledProject({
    'orders.ts':
      '@Component() export class Orders {}\nexport class Plain {}\n@Component() class Hidden {}\nexport const other = 1',
    'deep/mail.ts': '@Service() export default class Mail {}',
    'index.ts': 'export * from "./orders"',
    'mail.test.ts': 'throw new Error("a test was loaded")',
    'types.d.ts.txt': '',
    'node_modules/x/index.js': 'throw new Error("a dependency was loaded")',
  })
  await using context = await createTestContext({ scan: project.folder })
  expect(namesOf(context).sort()).toEqual(['mail', 'orders'])
  expect(context.beans.find(({ name }) => name === 'mail')?.origin).toMatch(/^class Mail \(.*deep\/mail\.js\)$/)
})

test('configurations and properties classes are found, auto-configurations are left to discovery', async () => {
  using project = new CompiledProject({
    'all.ts': `
      const { z } = require(${JSON.stringify(require.resolve('zod'))})
      export class Shop extends ConfigurationProperties('shop', z.object({ size: z.number().default(3) })) {}
      @Configuration() export class Wiring { @Bean({ type: String }) text(shop: Shop) { return 'size ' + (shop as any).size } }
      @AutoConfiguration() export class Auto {}`,
  })
  await using context = await createTestContext({ scan: project.folder })
  expect(context.get('text')).toBe('size 3')
  expect(namesOf(context)).toEqual(['shop-shop', 'Wiring', 'text'])
})

test('a file that decorates a class and exports none is warned about', async () => {
  using project = new CompiledProject({ 'orders.ts': '@Component() class Orders {}\nvoid Orders // vernal' })
  const written = jest.spyOn(process.stderr, 'write').mockReturnValue(true)
  await using _context = await createTestContext({
    scan: project.folder,
    properties: { 'vernal.logging.level': 'warn' },
  })
  const lines = written.mock.calls.map(([line]) => String(line)).join('')
  written.mockRestore()
  expect(lines).toMatch(/orders\.js decorates a class, but exports no component: export the class/)
})

test('a folder that does not exist and a module that fails are refused by name', async () => {
  using project = new CompiledProject({ 'broken.ts': 'throw new Error("boom")' })
  await expect(createTestContext({ scan: `${project.folder}/none` })).rejects.toMatchObject({
    code: 'SCAN_FOLDER_MISSING',
  })
  await expect(createTestContext({ scan: project.folder })).rejects.toMatchObject({
    code: 'MODULE_FAILED',
    message: expect.stringMatching(/broken\.js failed while it was loaded: boom/) as string,
    cause: expect.objectContaining({ message: 'boom' }) as Error,
  })
})

const library = (name: string, vernal: object, dependencies: object = {}) =>
  JSON.stringify({ name, version: '1.2.3', vernal, dependencies })

const packages = {
  'package.json': JSON.stringify({ name: 'app', dependencies: { starter: '1', plain: '1' } }),
  'node_modules/starter/package.json': library(
    'starter',
    { properties: { 'lib.mode': 'starter', 'lib.size': 2 } },
    { lib: '1' },
  ),
  'node_modules/lib/package.json': library('lib', { autoConfiguration: './auto', properties: { 'lib.mode': 'lib' } }),
  'node_modules/lib/auto/index.ts': `
    export class Client { constructor(readonly mode: string) {} }
    @AutoConfiguration() export class LibAutoConfiguration {
      @Bean() @ConditionalOnMissingBean() client(): Client { return new Client('default') }
      @Bean({ type: String, name: 'peer' }) @ConditionalOnPackage('nested', '^2') peer() { return 'found' }
    }`,
  'node_modules/lib/node_modules/nested/package.json': JSON.stringify({ name: 'nested', version: '2.1.0' }),
  'node_modules/plain/package.json': JSON.stringify({ name: 'plain', dependencies: { hidden: '1' } }),
  'node_modules/hidden/package.json': library('hidden', { autoConfiguration: './missing' }),
  'src/orders.ts': '@Component() export class Orders {}',
}
const discovered: RunOptions = { env: {}, args: [], signals: false, properties: { 'vernal.logging.level': 'silent' } }

test('auto-configurations and properties are discovered through packages with a vernal key', async () => {
  using project = new CompiledProject(packages)
  await using app = await run({ ...discovered, scan: project.path('src') })
  expect(namesOf(app)).toEqual(['orders', 'LibAutoConfiguration', 'client', 'peer'])
  expect(app.environment.get('lib.mode')).toBe('starter')
  expect(app.environment.get('lib.size')).toBe('2')
})

test('an announced module that is missing or exports nothing is refused by package', async () => {
  using missing = new CompiledProject({
    ...packages,
    'node_modules/lib/package.json': library('lib', { autoConfiguration: './none' }),
  })
  using empty = new CompiledProject({ ...packages, 'node_modules/lib/auto/index.ts': 'export const none = 1' })
  await expect(run({ ...discovered, scan: missing.path('src') })).rejects.toThrow(
    'The auto-configuration "./none" of package lib cannot be loaded',
  )
  await expect(run({ ...discovered, scan: empty.path('src') })).rejects.toThrow(
    'The module "./auto" of package lib exports no class decorated',
  )
})

test('a program among the scanned modules does not start a second application', async () => {
  using project = new CompiledProject({
    'main.ts': `
      @Component() export class Entry {}
      export const started: string[] = []
      async function main() {
        const app = await run({ scan: __dirname, args: [], signals: false })
        started.push(app.beans.map(({ name }) => name).join())
      }
      void main()`,
    'orders.ts': '@Component() export class Orders {}',
  })
  const written = jest.spyOn(process.stderr, 'write').mockReturnValue(true)
  await using context = await createTestContext({
    scan: project.folder,
    properties: { 'vernal.logging.level': 'warn' },
  })
  const lines = written.mock.calls.map(([line]) => String(line)).join('')
  written.mockRestore()
  expect(namesOf(context).sort()).toEqual(['entry', 'orders'])
  expect(project.load('main.ts').started).toEqual([])
  expect(lines).toMatch(/main\.js starts an application, which was left out.*require\.main === module/)
})

test('sources and what was compiled from them, scanned together, are told apart from a clash of names', async () => {
  using project = new CompiledProject({ 'dist/orders.ts': '@Component() export class Orders {}' })
  const compiled = readFileSync(project.path('dist/orders.js'), 'utf8')
  mkdirSync(project.path('src'))
  writeFileSync(project.path('src/orders.ts'), compiled)
  await expect(createTestContext({ scan: project.folder })).rejects.toMatchObject({
    code: 'BEAN_NAME_TAKEN',
    message: expect.stringMatching(/orders\.ts.*orders\.js.*scan the folder of only one of them/s) as string,
  })
})
