import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Class, Component, Scope } from '@vernal/container'
import { createTestContext } from '@vernal/container/testing'
import { CompiledProject, type CompilerSettings } from '../compiled-project'

type Files = Readonly<Record<string, string | undefined>>

/** The decorated classes of a file of a case, `start([...])` replaced by an export. */
function exported(source = ''): string {
  const classes = [...source.matchAll(/@Component\(\)\s*(?:export )?class (\w+)/g)].map((found) => found[1])
  const plain = source.replace(/^start\(.*$/m, '').replace(/import "reflect-metadata"/, '')
  const start = /^start\(\[(.*)\]\)/m.exec(source)?.[1] ?? classes.join(', ')
  return `${plain}\nexport const components = [${start}]`
}

async function failureOf(source: string | undefined, settings?: CompilerSettings): Promise<string> {
  using project = new CompiledProject({ 'app.ts': exported(source) }, settings)
  const components = project.load('app').components as readonly Class[]
  const outcome = await createTestContext({ components }).catch((error: Error) => error)
  expect(outcome).toBeInstanceOf(Error)
  return (outcome as Error).message
}

const runners: Readonly<Record<string, (files: Files) => Promise<void>>> = {
  'co-01': async (files) => {
    const message = await failureOf(files['app.ts'])
    expect(message).toContain('OrderTools → Orders → Mailer → "smtp.client"')
  },

  'co-02': async (files) => {
    expect(await failureOf(files['a.ts'])).toMatch(/\bA cannot be given parameter #0 \(clock\): an interface/)
    expect(await failureOf(files['c.ts'])).toMatch(/\bC cannot be given parameter #0 \(list\): an array/)
    using project = new CompiledProject({ 'b.ts': exported(files['b.ts']) })
    const [B] = project.load('b').components as readonly Class<{ url: string }>[]
    await using context = await createTestContext({ components: [B as Class] })
    expect(context.get(B as Class<{ url: string }>).url).toBe('http://localhost')
  },

  'co-03': async (files) => {
    const message = await failureOf(files['app.ts'], { emitDecoratorMetadata: false })
    expect(message).toMatch(/\bT cannot be given parameter #0 \(s\): the compiler emitted no decorator metadata/)
  },

  'co-04': async (files) => {
    using project = new CompiledProject({
      'a.ts': files['a.ts'] ?? '',
      'b.ts': files['b.ts'] ?? '',
      'main.ts': 'import { A } from "./a"\nimport { B } from "./b"\nexport const components = [A, B]',
    })
    const components = project.load('main').components as readonly Class[]
    const failed = await createTestContext({ components }).catch((error: Error) => error)
    expect((failed as Error).message).toMatch(/Circular: B → A → B|Circular: A → B → A/)
    expect((failed as Error).message).toContain('@Lazy()')
    expect((failed as Error).message).not.toContain('Maximum call stack')
  },

  'co-05': async () => {
    @Component()
    @Scope('request')
    class Tenant {
      name = 'unknown'
    }
    @Component()
    class Api {
      constructor(readonly tenant: Tenant) {}
    }
    await expect(createTestContext({ components: [Api, Tenant] })).rejects.toMatchObject({
      code: 'SCOPE_TOO_SHORT',
      message: expect.stringMatching(/Api.*tenant/) as string,
    })
  },
}

const cases: unknown = JSON.parse(readFileSync(join(__dirname, 'container.json'), 'utf8'))

describe.each(cases as readonly { id: string; title: string; input: { files: Files } }[])(
  '$id',
  ({ id, title, input }) => {
    const runner = runners[id]
    if (runner === undefined) test.todo(`${title} (not run: nothing runs it yet)`)
    else test(title, () => runner(input.files))
  },
)
