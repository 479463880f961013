import {
  ApplicationReady,
  ApplicationRunner,
  AutoConfiguration,
  Bean,
  type Class,
  Component,
  Conditional,
  ConditionalOnProperty,
  Configuration,
  ConfigurationProperties,
  DependsOn,
  duration,
  EventListener,
  Inject,
  InjectTokens,
  Intercept,
  Lazy,
  Lifecycle,
  MethodInterceptor,
  PostConstruct,
  Primary,
  Profile,
  Qualifier,
  run,
  Scope,
  Value,
} from '@vernal/container'
import { createTestContext, type TestContextOptions } from '@vernal/container/testing'
import { z } from 'zod'
import { CompiledProject } from '../compiled-project'
import { inFolder } from '../workspace'

/** An application in which all is well: each mistake is added to it alone. */
abstract class Store {
  abstract read(): string
}
@Component()
class FileStore extends Store {
  read() {
    return ''
  }
}
@Component()
class OrderService {
  constructor(readonly store: Store) {}
}
class ShopProperties extends ConfigurationProperties(
  'shop',
  z.object({
    pageSize: z.number().int().max(100).default(20),
    mode: z.enum(['FAST', 'SAFE']).default('SAFE'),
    names: z.array(z.string()).default([]),
    timeout: duration().default(1000),
    currency: z.string().default('EUR'),
  }),
) {}
const healthy: readonly Class[] = [FileStore, OrderService, ShopProperties]

const withClasses = (...components: Class[]) => start({ components: [...healthy, ...components] })
const withYaml = (yaml: string, options: TestContextOptions = {}) => withFiles({ 'application.yaml': yaml }, options)

async function start(
  options: TestContextOptions,
  use: (context: Awaited<ReturnType<typeof createTestContext>>) => unknown = () => undefined,
) {
  const context = await createTestContext({ components: healthy, ...options })
  try {
    await use(context)
  } finally {
    await context.close()
  }
}

async function withFiles(files: Readonly<Record<string, string>>, options: TestContextOptions = {}): Promise<void> {
  await inFolder(files, async ({ folder }) => {
    await start({ configDir: folder, ...options }).catch((error: Error) => {
      throw new Error(error.message.replaceAll(folder, '.'), { cause: error })
    })
  })
}

async function withSource(source: string, emitDecoratorMetadata = true): Promise<void> {
  using project = new CompiledProject({ 'a.ts': source }, { emitDecoratorMetadata })
  await start({ components: Object.values(project.load('a')) as readonly Class[] })
}

async function withScan(files: Readonly<Record<string, string>>, folder = 'src'): Promise<void> {
  using project = new CompiledProject(files)
  const options = { env: {}, args: [], signals: false, properties: { 'vernal.logging.level': 'silent' } }
  try {
    await (await run({ ...options, scan: project.path(folder) })).close()
  } catch (error) {
    throw new Error((error as Error).message.replaceAll(project.folder, '.'), { cause: error })
  }
}

class Absent {}
const auto = (name: string, after: string[]): Class => {
  const type = { [name]: class {} }[name] as Class
  AutoConfiguration({ after })(type)
  return type
}

const mistakes: Readonly<Record<string, () => Promise<unknown>>> = {
  'a bean nobody declared'() {
    @Component()
    class Mailer {
      constructor(readonly absent: Absent) {}
    }
    return withClasses(Mailer)
  },
  'a bean missing three levels down'() {
    @Component()
    class Mailer {
      constructor(readonly absent: Absent) {}
    }
    @Component()
    class Newsletter {
      constructor(readonly mailer: Mailer) {}
    }
    @Component()
    class NewsController {
      constructor(readonly newsletter: Newsletter) {}
    }
    return withClasses(Mailer, Newsletter, NewsController)
  },
  'a bean whose conditions did not hold'() {
    @AutoConfiguration()
    @ConditionalOnProperty('absent.key')
    class AbsentAutoConfiguration {
      @Bean()
      absent(): Absent {
        return new Absent()
      }
    }
    @Component()
    @Profile('cloud')
    class CloudAbsent extends Absent {}
    @Component()
    class Mailer {
      constructor(readonly absent: Absent) {}
    }
    return start({ components: [Mailer, CloudAbsent], autoConfigurations: [AbsentAutoConfiguration] })
  },
  'a bean name with a typing error'() {
    @Component()
    class Mailer {
      constructor(@Inject('fileStroe') readonly store: Store) {}
    }
    return withClasses(Mailer)
  },
  'two beans where one is asked for'() {
    @Component()
    class CloudStore extends FileStore {}
    return withClasses(CloudStore)
  },
  'two primary beans'() {
    @Component()
    @Primary()
    class CloudStore extends FileStore {}
    @Component()
    @Primary()
    class DiskStore extends FileStore {}
    return withClasses(CloudStore, DiskStore)
  },
  'a qualifier no bean has'() {
    @Component()
    class Mailer {
      constructor(@Qualifier('cloud') readonly store: Store) {}
    }
    return withClasses(Mailer)
  },
  'beans that need each other'() {
    @Component()
    class Chicken {
      constructor(@Inject(() => Egg) readonly egg: object) {}
    }
    @Component()
    class Egg {
      constructor(readonly chicken: Chicken) {}
    }
    @Component()
    class Farm {
      constructor(readonly egg: Egg) {}
    }
    return withClasses(Farm, Chicken, Egg)
  },
  'a bean that needs itself'() {
    @Component()
    class Narcissus {
      constructor(@Inject(() => Narcissus) readonly self: object) {}
    }
    return withClasses(Narcissus)
  },
  'two beans of one name'() {
    @Configuration()
    class StoreConfiguration {
      @Bean()
      fileStore(): Store {
        return new FileStore()
      }
    }
    return withClasses(StoreConfiguration)
  },
  'a parameter typed with an interface': () =>
    withSource('interface Clock {}\n@Component() export class Timer { constructor(clock: Clock) {} }'),
  'a parameter typed with a primitive': () =>
    withSource('@Component() export class Timer { constructor(name: string) {} }'),
  'a parameter typed with an array': () =>
    withSource('@Component() export class Timer { constructor(names: string[]) {} }'),
  'a parameter typed with a built-in class': () =>
    withSource('@Component() export class Timer { constructor(names: Map<string, string>) {} }'),
  'a parameter typed with a function': () =>
    withSource('@Component() export class Timer { constructor(now: () => number) {} }'),
  'a provider that does not say of what': () =>
    withSource('@Component() export class Timer { constructor(clocks: ObjectProvider<object>) {} }'),
  'a class compiled without metadata': () =>
    withSource(
      '@Component() export class Clock {}\n@Component() export class Timer { constructor(clock: Clock) {} }',
      false,
    ),
  'files that import each other'() {
    @Component()
    class Egg {
      constructor(readonly chicken: object) {}
    }
    @Component()
    class Chicken {
      constructor(readonly egg: Egg) {}
    }
    Reflect.defineMetadata('design:paramtypes', [undefined], Egg)
    return withClasses(Egg, Chicken)
  },
  'an undecorated subclass of a component'() {
    class TestStore extends FileStore {}
    return withClasses(TestStore)
  },
  'a class without decorator among the components': () => withClasses(Absent),
  'a bean method that hides what it makes'() {
    @Configuration()
    class AbsentConfiguration {
      @Bean()
      async absent(): Promise<Absent> {
        return Promise.resolve(new Absent())
      }
    }
    return withClasses(AbsentConfiguration)
  },
  'a bean method with a parameter that is no bean'() {
    @Configuration()
    class AbsentConfiguration {
      @Bean()
      absent(_size: number): Absent {
        return new Absent()
      }
    }
    return withClasses(AbsentConfiguration)
  },
  'a dependence on a name nobody has'() {
    @Component()
    @DependsOn('fileStroe')
    class Mailer {}
    return withClasses(Mailer)
  },
  'a request bean held by a singleton'() {
    @Component()
    @Scope('request')
    class Tenant {}
    @Component()
    class Mailer {
      constructor(readonly tenant: Tenant) {}
    }
    return withClasses(Tenant, Mailer)
  },
  'a request bean used outside a request'() {
    @Component()
    @Scope('request')
    class Tenant {}
    return start({ components: [Tenant] }, (context) => context.get(Tenant))
  },
  'a constructor that throws'() {
    @Component()
    class Mailer {
      constructor() {
        throw new TypeError('no server given')
      }
    }
    @Component()
    class Newsletter {
      constructor(readonly mailer: Mailer) {}
    }
    return withClasses(Mailer, Newsletter)
  },
  'a bean method that rejects'() {
    @Configuration()
    class AbsentConfiguration {
      @Bean({ type: Absent })
      async absent(): Promise<Absent> {
        return Promise.reject(new Error('connection refused'))
      }
    }
    return withClasses(AbsentConfiguration)
  },
  'a callback that throws'() {
    @Component()
    class Mailer {
      @PostConstruct()
      connect() {
        throw new Error('connection refused')
      }
    }
    return withClasses(Mailer)
  },
  'a lifecycle that does not start'() {
    @Component()
    class Listener extends Lifecycle {
      start() {
        throw new Error('port 80 is taken')
      }
      stop() {
        return undefined
      }
    }
    return withClasses(Listener)
  },
  'an interceptor that is no bean'() {
    class Timing extends MethodInterceptor {
      intercept() {
        return undefined
      }
    }
    @Component()
    class Mailer {
      @Intercept(Timing)
      send() {
        return 'sent'
      }
    }
    return withClasses(Mailer)
  },
  'a class loaded twice'() {
    const other = (() => class FileStore {})()
    @Component()
    @InjectTokens(other)
    class Mailer {
      constructor(readonly store: object) {}
    }
    return withClasses(Mailer)
  },
  'a lazy asynchronous bean asked for at once'() {
    @Configuration()
    class AbsentConfiguration {
      @Bean({ type: Absent })
      @Lazy()
      async absent(): Promise<Absent> {
        return Promise.resolve(new Absent())
      }
    }
    return start({ components: [AbsentConfiguration] }, (context) => context.get(Absent))
  },
  async 'a bean asked for after the end'() {
    const context = await createTestContext({ components: healthy })
    await context.close()
    context.get(Store)
  },
  'a key written twice': () => withYaml('shop:\n  page-size: 1\n  page-size: 2\n'),
  'a tab for indentation': () => withYaml('shop:\n\tpage-size: 1\n'),
  'text with a colon': () => withYaml('shop:\n  currency: Euro: the usual one\n'),
  'a file that is a list': () => withYaml('- a\n- b\n'),
  'a placeholder without value': () => withYaml('shop:\n  currency: ${SHOP_MONEY}\n'),
  'placeholders that need each other': () => withYaml('shop:\n  currency: ${money}\nmoney: ${shop.currency}\n'),
  'a word for a number': () => withYaml('shop:\n  page-size: many\n'),
  'a number beyond its limit': () => withYaml('shop:\n  page-size: 1000\n'),
  'a value that is none of the allowed': () => withYaml('shop:\n  mode: reckless\n'),
  'a list with a gap': () => start({ args: ['--shop.names[0]=a', '--shop.names[2]=c'] }),
  'a duration without meaning': () => withYaml('shop:\n  timeout: 1h30m\n'),
  'a value that is required'() {
    class Needs extends ConfigurationProperties('mail', z.object({ smtpHost: z.string() })) {}
    return withYaml('mail: {}\n', { components: [Needs] })
  },
  'an inline value that is no number'() {
    @Component()
    class Pager {
      constructor(@Value('${shop.mode:FAST}') readonly size: number) {}
    }
    return withClasses(Pager)
  },
  'a key with a typing error': () =>
    withYaml('shop:\n  page-sise: 3\n', { properties: { 'vernal.config.unknown-keys': 'error' } }),
  'a profile with spaces': () => start({ profiles: ['my profile'] }),
  'a profile chosen in a document of a profile': () =>
    withFiles({ 'application-prod.yaml': 'vernal.profiles.active: other\n' }, { profiles: ['prod'] }),
  'a profile expression that mixes operators': () =>
    withYaml('a: 1\n---\nvernal.config.activate.on-profile: a & b | c\n'),
  'an import that is not there': () => withYaml('vernal.config.import: extra.yaml\n'),
  'a variable that is not JSON': () => start({ env: { VERNAL_APPLICATION_JSON: '{shop}' } }),
  async 'a prefix in the wrong spelling'() {
    return Promise.resolve().then(() => ConfigurationProperties('shop.pageSize', z.object({})))
  },
  'an exclusion with a typing error': () =>
    start({
      autoConfigurations: [auto('StoreAutoConfiguration', [])],
      properties: { 'vernal.autoconfigure.exclude': 'StoreAutoConfigration' },
    }),
  'auto-configurations that wait for each other': () =>
    start({ autoConfigurations: [auto('First', ['Second']), auto('Second', ['First'])] }),
  'a condition that throws'() {
    @Component()
    @Conditional(() => {
      throw new Error('not so fast')
    }, 'OnMoon')
    class Werewolf {}
    return withClasses(Werewolf)
  },
  'a @Bean method that returns nothing'() {
    class Clock {}
    @Component()
    class Shop {
      constructor(readonly clock: Clock) {}
    }
    @Configuration()
    class Clocks {
      @Bean({ type: Clock }) clock(): Clock | undefined {
        return undefined
      }
    }
    return withClasses(Clocks, Shop)
  },
  'an async @Bean method that returns null'() {
    class Clock {}
    @Configuration()
    class Clocks {
      @Bean({ type: Clock }) async clock(): Promise<Clock | null> {
        return Promise.resolve(null)
      }
    }
    return withClasses(Clocks)
  },
  'a constructor that throws what is no error'() {
    @Component()
    class Odd {
      constructor() {
        throw Object.create(null) as Error
      }
    }
    return withClasses(Odd)
  },
  'a @PostConstruct that throws a revoked proxy'() {
    @Component()
    class Odd {
      @PostConstruct() begin(): void {
        const { proxy, revoke } = Proxy.revocable({}, {})
        revoke()
        throw proxy as Error
      }
    }
    return withClasses(Odd)
  },
  'a runner that throws'() {
    @Component()
    class Import extends ApplicationRunner {
      override run(): void {
        throw new Error('no such file: orders.csv')
      }
    }
    return withClasses(Import)
  },
  'a listener of the start that throws'() {
    @Component()
    class Greeter {
      @EventListener(ApplicationReady) greet(): void {
        throw new Error('nobody is there')
      }
    }
    return withClasses(Greeter)
  },
  'a qualifier with a typing error'() {
    @Component({ name: 'cloudStore' })
    class CloudStore extends FileStore {}
    @Component()
    class Mailer {
      constructor(@Qualifier('cloudStor') readonly store: FileStore) {}
    }
    return withClasses(CloudStore, Mailer)
  },
  'a scanned folder that is not there': () => withScan({ 'src/a.ts': '' }, 'source'),
  'a scanned module that throws': () => withScan({ 'src/orders.ts': 'throw new Error("no settings")' }),
  'a package that announces a module it does not have': () =>
    withScan({
      'package.json': '{ "name": "app", "dependencies": { "lib": "1" } }',
      'node_modules/lib/package.json': '{ "name": "lib", "vernal": { "autoConfiguration": "./auto" } }',
      'src/a.ts': '',
    }),
}

test.each(Object.entries(mistakes))('%s', async (_, make) => {
  const message = await make().then(
    () => 'it started',
    (error: Error) => error.message,
  )
  expect(message).not.toBe('it started')
  // Newer Node versions add the place to what JSON.parse says.
  const everywhere = message.replace(/ \(line \d+ column \d+\)/, '')
  expect(everywhere.split('\n').map((line) => line.trimEnd())).toMatchSnapshot()
})
