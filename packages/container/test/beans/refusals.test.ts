import { Bean, type Class, Component, Configuration, InjectTokens, Lazy, Scope } from '@vernal/container'
import { createTestContext } from '@vernal/container/testing'
import { CompiledProject } from '../compiled-project'

async function refusal(components: readonly Class[]): Promise<string> {
  const outcome = await createTestContext({ components }).catch((error: Error) => error)
  expect(outcome).toBeInstanceOf(Error)
  return (outcome as Error).message
}

test.each([
  [
    'an interface',
    'interface Clock { now(): number }\n@Component() export class A { constructor(clock: Clock) {} }',
    'an interface',
  ],
  ['a string', '@Component() export class A { constructor(clock: string) {} }', 'a primitive type names no bean'],
  ['an array', '@Component() export class A { constructor(clock: string[]) {} }', '@InjectAll(Type)'],
  ['a map', '@Component() export class A { constructor(clock: Map<string, string>) {} }', 'a built-in class'],
  ['a function', '@Component() export class A { constructor(clock: () => void) {} }', '`import type`'],
  ['an enum', 'enum E { a = "a" }\n@Component() export class A { constructor(clock: E) {} }', 'A'],
])('a parameter typed as %s is refused with class, parameter and remedy', async (_, source, reason) => {
  using project = new CompiledProject({ 'a.ts': source })
  const message = await refusal([project.load('a').A as Class])
  expect(message).toMatch(/\bA\b.*parameter #0 \(clock\)/)
  expect(message).toContain(reason)
})

test('a class compiled without metadata is refused, whichever parameters are decorated', async () => {
  const source =
    '@Component() export class B {}\n@Component() export class A { constructor(b: B, @Inject("x") x: any) {} }'
  using project = new CompiledProject({ 'a.ts': source }, { emitDecoratorMetadata: false })
  const { A, B } = project.load('a') as Record<string, Class>
  expect(await refusal([A as Class, B as Class])).toMatch(
    /A cannot be given parameter #0 \(b\): the compiler emitted no decorator metadata/,
  )
})

test('a class compiled without metadata starts when its tokens are named', async () => {
  const source = '@Component() export class B {}\n@Component() export class A { constructor(readonly b: B) {} }'
  using project = new CompiledProject({ 'a.ts': source }, { emitDecoratorMetadata: false })
  const { A, B } = project.load('a') as Record<string, Class<{ b: unknown }>>
  InjectTokens(B as Class)(A as Class)
  await using context = await createTestContext({ components: [A as Class, B as Class] })
  expect(context.get(A as Class<{ b: unknown }>).b).toBeInstanceOf(B as never)
})

test('an undecorated subclass of a component, and a class without any decorator, are refused', async () => {
  @Component()
  class Base {}
  class Sub extends Base {}
  class Plain {}
  expect(await refusal([Sub])).toBe(
    'Sub extends Base, which is a component, but is not decorated itself, so its constructor parameters are unknown. Put @Component() on Sub.',
  )
  expect(await refusal([Plain])).toContain('Put @Component() on Plain')
})

test('two beans of one name are refused with both places', async () => {
  class Clock {}
  @Configuration()
  class First {
    @Bean()
    clock(): Clock {
      return new Clock()
    }
  }
  @Configuration()
  class Second {
    @Bean()
    clock(): Clock {
      return new Clock()
    }
  }
  expect(await refusal([First, Second])).toContain('Two beans are named "clock": Second.clock() and First.clock()')
})

test('all problems of the beans are told at once', async () => {
  class Absent {}
  @Component()
  class One {
    constructor(readonly absent: Absent) {}
  }
  @Component()
  class Two {
    constructor(readonly text: string) {}
  }
  const message = await refusal([One, Two])
  expect(message).toContain('2 problems:')
  expect(message).toMatch(/1\. No bean of type Absent\. Needed by One → Absent/)
  expect(message).toMatch(/2\. Two cannot be given parameter #0 \(text\)/)
})

test('a class of the same name as the missing one hints at two copies of a package', async () => {
  const absent = (() => class Clock {})()
  @Component()
  class Clock {}
  @Component()
  @InjectTokens(absent)
  class User {
    constructor(readonly clock: object) {}
  }
  expect(await refusal([Clock, User])).toMatch(/class Clock has the same name but is another class: two copies/)
})

test('a request bean may not be held by a singleton through a prototype either', async () => {
  @Component()
  @Scope('request')
  class Tenant {}
  @Component()
  @Scope('prototype')
  class Query {
    constructor(readonly tenant: Tenant) {}
  }
  @Component()
  @Lazy()
  class Reports {
    constructor(readonly query: Query) {}
  }
  expect(await refusal([Tenant, Query, Reports])).toMatch(/Reports lives as long as the application.*Tenant/)
})
