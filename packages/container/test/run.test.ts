import {
  AutoConfiguration,
  Bean,
  Component,
  ConditionalOnMissingBean,
  ConditionalOnProperty,
  Configuration,
  ConfigurationProperties,
  EnableConfigurationProperties,
  Environment,
  Inject,
  InjectAll,
  Logger,
  ObjectProvider,
  Order,
  PostConstruct,
  PreDestroy,
  Primary,
  Qualifier,
  run,
  type RunOptions,
} from '@vernal/container'
import { z } from 'zod'

const quiet = { 'vernal.logging.level': 'silent' }
const start = (options: RunOptions) =>
  run({
    env: {},
    args: [],
    signals: false,
    autoConfigurations: [],
    configDir: [],
    ...options,
    properties: { ...quiet, ...options.properties },
  })

@Component()
class Repository {
  readonly rows = ['a']
}

@Component()
class Orders {
  constructor(readonly repository: Repository) {}
}

test('injects constructor parameters by their types, one instance per application', async () => {
  await using app = await start({ components: [Orders, Repository] })
  expect(app.get(Orders).repository).toBe(app.get(Repository))
})

abstract class Model {
  abstract name(): string
}
class DefaultModel extends Model {
  name() {
    return 'default'
  }
}
class LimitProperties extends ConfigurationProperties(
  'shop.limits',
  z.object({ maxTotalCalls: z.number().int().default(150), behavior: z.enum(['THROW', 'STOP']).default('THROW') }),
) {}

@AutoConfiguration()
@EnableConfigurationProperties([LimitProperties])
class ModelAutoConfiguration {
  @Bean()
  @ConditionalOnMissingBean()
  model(_limits: LimitProperties): Model {
    return new DefaultModel()
  }
  @Bean({ type: String, name: 'banner' })
  @ConditionalOnProperty('shop.banner')
  banner(environment: Environment) {
    return environment.getRequired('shop.banner')
  }
}

@Configuration()
class UserConfiguration {
  @Bean()
  async mine(logger: Logger): Promise<string> {
    logger.debug({}, 'making')
    return 'text'
  }
}

@Configuration()
class OwnConfiguration {
  @Bean({ type: Model })
  async ownModel(): Promise<Model> {
    await Promise.resolve()
    return { name: () => 'own' }
  }
}

test('lets a bean of the user replace a default, also an asynchronous one', async () => {
  await using plain = await start({ autoConfigurations: [ModelAutoConfiguration] })
  await using own = await start({ components: [OwnConfiguration], autoConfigurations: [ModelAutoConfiguration] })
  expect(plain.get(Model).name()).toBe('default')
  expect(own.get(Model).name()).toBe('own')
  expect(own.conditions.negative.map((entry) => entry.source)).toContain('ModelAutoConfiguration.model()')
})

test('refuses a @Bean method whose type cannot be seen', async () => {
  await expect(start({ components: [UserConfiguration] })).rejects.toMatchObject({ code: 'BEAN_TYPE_UNKNOWN' })
})

test('binds properties from environment and command line, the command line being stronger', async () => {
  const options = {
    autoConfigurations: [ModelAutoConfiguration],
    env: { SHOP_LIMITS_MAX_TOTAL_CALLS: '7', SHOP_LIMITS_BEHAVIOR: 'stop' },
  }
  await using app = await start(options)
  expect(app.get(LimitProperties)).toMatchObject({ maxTotalCalls: 7, behavior: 'STOP' })
  await using other = await start({ ...options, args: ['--shop.limits.maxTotalCalls=9', '--shop.banner=hi'] })
  expect(other.get(LimitProperties).maxTotalCalls).toBe(9)
  expect(other.get('banner')).toBe('hi')
})

const log: string[] = []
@Component()
class Pool {
  @PostConstruct()
  async open() {
    await Promise.resolve()
    log.push('open pool')
  }
  @PreDestroy()
  closePool() {
    log.push('close pool')
  }
}
@Component()
class Client {
  constructor(readonly pool: Pool) {
    log.push('make client')
  }
  [Symbol.dispose]() {
    log.push('close client')
  }
}

test('waits for @PostConstruct before dependants, and closes dependants first', async () => {
  const app = await start({ components: [Client, Pool] })
  await app.close()
  expect(log).toEqual(['open pool', 'make client', 'close client', 'close pool'])
  expect(() => app.get(Pool)).toThrow('closed')
})

@Component()
class NeedsModel {
  constructor(readonly model: Model) {}
}
@Component()
class Controller {
  constructor(readonly client: NeedsModel) {}
}
@AutoConfiguration()
@ConditionalOnProperty('shop.key')
class Keyed {
  @Bean({ type: Model })
  keyed() {
    return new DefaultModel()
  }
}

test('names the whole path to a missing bean, and why a candidate was left out', async () => {
  const failed = start({ components: [NeedsModel, Controller], autoConfigurations: [Keyed] })
  await expect(failed).rejects.toThrow(
    /Controller → NeedsModel → Model.*Keyed\.keyed\(\) \(property shop.key is not set\)/,
  )
})

@Component()
@Order(2)
class Slow extends Model {
  name() {
    return 'slow'
  }
}
@Component()
@Order(1)
@Primary()
@Qualifier('quick')
class Fast extends Model {
  name() {
    return 'fast'
  }
}
@Component()
class Picks {
  constructor(
    readonly model: Model,
    @Qualifier('slow') readonly slow: Model,
    @InjectAll(Model) readonly all: Model[],
    @Inject(Model) readonly later: ObjectProvider<Model>,
  ) {}
}

test('chooses by primary and qualifier, lists in order, and provides later', async () => {
  await using app = await start({ components: [Slow, Fast, Picks] })
  const picks = app.get(Picks)
  expect(picks.model.name()).toBe('fast')
  expect(picks.slow.name()).toBe('slow')
  expect(picks.all.map((model) => model.name())).toEqual(['fast', 'slow'])
  expect(picks.later.get()).toBe(picks.model)
})

test('a component may be called like something of the container', async () => {
  const other = (() => {
    @Component()
    class Logger {
      readonly lines = 0
    }
    return Logger
  })()
  await using app = await start({ components: [other] })
  expect(app.get(other).lines).toBe(0)
  expect(app.get(Logger)).not.toBe(app.get(other))
})
