import { ConfigurationProperties, type Environment } from '@vernal/container'
import { createTestContext } from '@vernal/container/testing'
import { z } from 'zod'
import { inFolder } from '../workspace'

type Files = Readonly<Record<string, string>>
type Options = NonNullable<Parameters<typeof createTestContext>[0]>

/** The environment of an application whose configuration folder holds the files. */
async function withFiles(files: Files, options: Options, check: (environment: Environment) => void): Promise<void> {
  await inFolder(files, async ({ folder }) => {
    await using context = await createTestContext({ configDir: folder, ...options })
    check(context.environment)
  })
}

const failure = (files: Files, options: Options = {}): Promise<Error> =>
  withFiles(files, options, () => undefined).then(
    () => new Error('it started'),
    (error: Error) => error,
  )

test('sources from weak to strong: defaults, yaml, profile yaml, .env, environment, JSON, command line, run', async () => {
  const levels: [string, Files, Options][] = [
    ['defaults', {}, { defaults: { 'shop.name': 'defaults' } }],
    ['yaml', { 'application.yaml': 'shop:\n  name: yaml' }, {}],
    ['profile', { 'application-test.yaml': 'shop:\n  name: profile' }, { profiles: ['test'] }],
    ['.env', { '.env': 'SHOP_NAME=.env' }, {}],
    ['environment', {}, { env: { SHOP_NAME: 'environment' } }],
    ['json', {}, { env: { VERNAL_APPLICATION_JSON: '{"shop":{"name":"json","other":null}}' } }],
    ['command line', {}, { args: ['--shop.name=command line'] }],
    ['run', {}, { properties: { shop: { name: 'run' } } }],
  ]
  for (let count = 1; count <= levels.length; count++) {
    const files = Object.assign({}, ...levels.slice(0, count).map(([, file]) => file)) as Files
    const options = levels
      .slice(0, count)
      .reduce<Options>((all, [, , option]) => ({ ...all, ...option, env: { ...all.env, ...option.env } }), {})
    await withFiles(files, options, (environment) => {
      expect(environment.get('shop.name')).toBe(levels[count - 1]?.[0])
    })
  }
})

test('every value knows where it is written', async () => {
  const files = { 'application.yaml': 'shop:\n  name: "a"\n  list:\n    - x\n', '.env': 'SHOP_SIZE=3\n' }
  await withFiles(files, { env: { SHOP_PORT: '1' }, args: ['--shop.flag'] }, (environment) => {
    expect(environment.originOf('shop.name')).toMatch(/application\.yaml:2:9$/)
    expect(environment.originOf('shop.list[0]')).toMatch(/application\.yaml:4:7$/)
    expect(environment.originOf('shop.size')).toMatch(/^SHOP_SIZE in .*\.env$/)
    expect(environment.originOf('shop.port')).toBe('environment variable SHOP_PORT')
    expect(environment.originOf('shop.flag')).toBe('command line --shop.flag')
    expect(environment.get('shop.flag')).toBe('true')
  })
})

test('the working folder is stronger than the folder of the application, config/ stronger than its parent', async () => {
  await inFolder(
    {
      'app/application.yaml': 'a: app\nb: app\nc: app',
      'app/application-prod.yaml': 'a: app-prod',
      'cwd/application.yaml': 'a: cwd\nb: cwd',
      'cwd/config/application.yaml': 'b: config',
    },
    async (workspace) => {
      const configDir = ['app', 'cwd', 'cwd/config'].map((name) => workspace.path(name))
      await using context = await createTestContext({ configDir })
      expect(['a', 'b', 'c'].map((key) => context.environment.get(key))).toEqual(['cwd', 'config', 'app'])
    },
  )
})

test('later documents of a file are stronger, and one with on-profile counts for its profile only', async () => {
  const yaml = `
key: base
list: [a, b]
map: { one: { name: x, description: d } }
---
vernal.config.activate.on-profile: "dev & !ci"
key: dev
list: [c]
map: { one: { name: y } }
`
  await withFiles({ 'application.yaml': yaml }, {}, (environment) => expect(environment.get('key')).toBe('base'))
  await withFiles({ 'application.yaml': yaml }, { profiles: ['dev'] }, (environment) => {
    expect(environment.entriesBelow('map')).toEqual({ 'map.one.name': 'y', 'map.one.description': 'd' })
    expect(environment.get('key')).toBe('dev')
  })
  await withFiles({ 'application.yaml': yaml }, { profiles: ['dev', 'ci'] }, (environment) => {
    expect(environment.get('key')).toBe('base')
  })
})

test('groups expand in place, included profiles come first, the last one is the strongest', async () => {
  const files = {
    'application.yaml': `
vernal.profiles:
  active: [prod, live]
  include: common
  group: { prod: [db, queue] }
`,
    'application-prod.yaml': 'a: prod\nb: prod',
    'application-live.yaml': 'a: live',
  }
  await withFiles(files, {}, (environment) => {
    expect(environment.activeProfiles).toEqual(['common', 'prod', 'db', 'queue', 'live'])
    expect(environment.get('a')).toBe('live')
    expect(environment.get('b')).toBe('prod')
    expect(environment.acceptsProfiles('prod & (live | none)')).toBe(true)
    expect(() => environment.acceptsProfiles('a & b | c')).toThrow('& and | are mixed without parentheses')
  })
})

test('without a profile the default one is active', async () => {
  await withFiles({ 'application-default.yaml': 'a: 1' }, {}, (environment) => {
    expect(environment.activeProfiles).toEqual(['default'])
    expect(environment.get('a')).toBe('1')
  })
})

test('choosing profiles in a document that depends on one is refused, with the place', async () => {
  const yaml = 'a: 1\n---\nvernal:\n  config.activate.on-profile: dev\n  profiles:\n    active: x\n'
  expect((await failure({ 'application.yaml': yaml }, { profiles: ['dev'] })).message).toMatch(
    /"vernal\.profiles\.active" may not stand in a document that depends on a profile \(.*application\.yaml:6:13\)/,
  )
  expect(await failure({}, { profiles: ['no good'] })).toMatchObject({ code: 'PROFILE_INVALID' })
})

test('an import is stronger than its importer, and a profile file stronger than both', async () => {
  const files = {
    'application.yaml': 'vernal.config.import: [more/extra.yaml, "optional:none.yaml"]\na: base\nb: base\nc: base',
    'more/extra.yaml': 'a: extra\nb: extra',
    'application-prod.yaml': 'a: prod',
  }
  await withFiles(files, { profiles: ['prod'] }, (environment) => {
    expect(['a', 'b', 'c'].map((key) => environment.get(key))).toEqual(['prod', 'extra', 'base'])
  })
  const missing = await failure({ 'application.yaml': 'vernal.config.import: none.yaml' })
  expect(missing.message).toMatch(/"none\.yaml" does not exist \(.*application\.yaml:1:23\).*"optional:none\.yaml"/)
})

test('a folder with one file per value is read as a tree, and a variable as a document', async () => {
  const files = {
    'application.yaml': 'vernal.config.import: "configtree:secrets, env:EXTRA"',
    'secrets/db/password': 'hunter22\n',
    'secrets/api.key': 'k',
  }
  await withFiles(files, { env: { EXTRA: 'more: 1' } }, (environment) => {
    expect(environment.get('db.password')).toBe('hunter22')
    expect(environment.get('api.key')).toBe('k')
    expect(environment.get('more')).toBe('1')
  })
})

test('additional locations are stronger than all other files', async () => {
  const files = { 'application.yaml': 'a: base\nb: base', 'extra/application.yaml': 'a: extra' }
  await inFolder(files, async (workspace) => {
    const args = [`--vernal.config.additional-location=${workspace.path('extra')}/`]
    await using context = await createTestContext({ configDir: workspace.folder, args })
    expect(context.environment.get('a')).toBe('extra')
    expect(context.environment.get('b')).toBe('base')
  })
})

test('placeholders nest, escape, take defaults with colons, and say when they need themselves', async () => {
  const yaml = `
a: \${x:\${y:z}}
b: \\\${kept}
c: \${"m:n":no}
d: \${host}:\${port:80}
host: h\${suffix:}
e: unterminated \${
`
  await withFiles({ 'application.yaml': yaml }, { properties: { y: 'why' } }, (environment) => {
    expect(['a', 'b', 'd', 'e'].map((key) => environment.get(key))).toEqual([
      'why',
      '${kept}',
      'h:80',
      'unterminated ${',
    ])
  })
  const circle = await failure({ 'application.yaml': 'a: ${b}\nb: ${a}' })
  expect(circle.message).toMatch(/need each other: b → a → b/)
  const open = await failure({ 'application.yaml': 'model:\n  apiKey: ${CHAT_KEY}' })
  expect(open.message).toMatch(/placeholder \$\{CHAT_KEY\} of "model\.apiKey" \(.*application\.yaml:2:11\)/)
})

test('an unknown key in a misspelt section is told which section was meant', async () => {
  const properties = { 'vernal.config.unknown-keys': 'error' }
  const files = { 'application.yaml': 'vernal:\n  profile:\n    x: a\n  loging:\n    something-else: info\n' }
  const { message } = await failure(files, { properties })
  expect(message).toMatch(/vernal\.profile\.x \(.*\): did you mean vernal\.profiles\?/)
  expect(message).toMatch(/vernal\.loging\.something-else \(.*\): did you mean vernal\.logging\?/)
})

test('an unknown key below vernal. or a properties class warns with the nearest name, or is an error', async () => {
  class Shop extends ConfigurationProperties('shop', z.object({ pageSize: z.number().default(1) })) {}
  const files = { 'application.yaml': 'shop:\n  page-sise: 3\nmine: 1\nvernal:\n  logging:\n    levle: info\n' }
  const options = {
    components: [Shop],
    env: { SHOP_OTHER: '1' },
    properties: { 'vernal.config.unknown-keys': 'error' },
  }
  const { message } = await failure(files, options)
  expect(message).toMatch(/shop\.page-sise \(.*application\.yaml:2:14\): did you mean shop\.page-size\?/)
  expect(message).toMatch(/vernal\.logging\.levle \(.*application\.yaml:6:12\): did you mean vernal\.logging\.level\?/)
  expect(message).not.toContain('mine')
  expect(message).not.toContain('other')
  await withFiles(files, { ...options, properties: { 'vernal.config.unknown-keys': 'ignore' } }, () => undefined)
})

test('a location given from outside replaces the default ones, and may be a file', async () => {
  const files = { 'application.yaml': 'a: default', 'other/application.yaml': 'a: folder', 'one.yaml': 'a: file' }
  await inFolder(files, async (workspace) => {
    for (const [location, expected] of [
      ['other', 'folder'],
      ['one.yaml', 'file'],
    ] as const) {
      const env = { VERNAL_CONFIG_LOCATION: workspace.path(location) }
      await using context = await createTestContext({ configDir: workspace.folder, env })
      expect(context.environment.get('a')).toBe(expected)
    }
  })
})
