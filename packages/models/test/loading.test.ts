import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

jest.setTimeout(60_000)

const repository = join(__dirname, '../../..')

/** The files a program of its own has loaded after these statements. */
function loadedBy(statements: string): readonly string[] {
  const conditions = process.env.VERNAL_TEST_DIST === '1' ? [] : ['-C', '@vernal/source']
  const program = `void (async () => { ${statements} })().then(() => console.log(JSON.stringify(Object.keys(require.cache))))`
  const args = [...conditions, '-r', 'ts-node/register', '-e', program]
  const output = execFileSync(process.execPath, args, { cwd: repository, encoding: 'utf8' })
  return JSON.parse(output.trim().split('\n').at(-1) ?? '[]') as string[]
}

const ofPackage = (files: readonly string[], name: string): readonly string[] =>
  files.filter((file) => file.includes(join('node_modules', name, '/')))

test('the openai package is not loaded with the door, nor with the model', () => {
  const files = loadedBy(`
    const { OpenAiChatModel } = require('@vernal/models/openai')
    new OpenAiChatModel({ model: 'm', apiKey: 'k' })`)
  expect(files.length).toBeGreaterThan(10)
  expect(ofPackage(files, 'openai')).toEqual([])
})

test('several models, fallback and a cassette load what they need, and no more', () => {
  const files = loadedBy(`
    const { run } = require('@vernal/container')
    const { ModelsAutoConfiguration } = require('@vernal/models/autoconfigure')
    const properties = {
      'vernal.ai.models.a.provider': 'offline',
      'vernal.ai.models.b.provider': 'offline',
      'vernal.ai.model.fallback': 'a,b',
      'vernal.logging.level': 'silent',
    }
    await run({ autoConfigurations: [ModelsAutoConfiguration], properties, env: {}, args: [], signals: false })`)
  expect(files.some((file) => /fallback-chat-model\.[jt]s$/.test(file))).toBe(true)
  const others = /(open-ai|ai-sdk|cassette)-(chat|embedding)-model|[/\\]cassette[/\\]/
  expect(files.filter((file) => others.test(file))).toEqual([])
  for (const name of ['openai', 'cockatiel']) expect(ofPackage(files, name)).toEqual([])
})

test('what is not chosen is not loaded', () => {
  const files = loadedBy(`
    const { run } = require('@vernal/container')
    const { ModelsAutoConfiguration } = require('@vernal/models/autoconfigure')
    const properties = { 'vernal.ai.model.chat': 'offline', 'vernal.logging.level': 'silent' }
    await run({ autoConfigurations: [ModelsAutoConfiguration], properties, env: {}, args: [], signals: false })`)
  expect(files.some((file) => /offline-chat-model\.[jt]s$/.test(file))).toBe(true)
  const others = /(open-ai|ai-sdk|fallback|cassette)-(chat|embedding)-model|[/\\]cassette[/\\]/
  expect(files.filter((file) => others.test(file))).toEqual([])
  expect(ofPackage(files, 'cockatiel')).toEqual([])
  expect(ofPackage(files, 'openai')).toEqual([])
})
