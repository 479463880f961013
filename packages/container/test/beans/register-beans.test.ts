import {
  Bean,
  Configuration,
  ConfigurationProperties,
  EnableConfigurationProperties,
  Qualifier,
  RegisterBeans,
  run,
  Service,
  type BeanRegistration,
  type RunOptions,
} from '@vernal/container'
import { z } from 'zod'

class Clock {
  isClosed = false
  constructor(readonly zone: string) {}
  close(): void {
    this.isClosed = true
  }
}

class ZoneProperties extends ConfigurationProperties(
  'zones',
  z.object({}).catchall(z.object({ offset: z.number().default(0), main: z.boolean().default(false) })),
) {}

const start = (components: RunOptions['components'], properties: object = {}) =>
  run({
    components: components ?? [],
    autoConfigurations: [],
    properties: { 'vernal.logging.level': 'silent', ...properties },
    env: {},
    args: [],
    signals: false,
  })

@Configuration()
@EnableConfigurationProperties([ZoneProperties])
@RegisterBeans(({ properties }) =>
  Object.entries(properties(ZoneProperties)).map(([name, { offset, main }]): BeanRegistration => ({
    name: `${name}Clock`,
    type: Clock,
    qualifiers: [name],
    primary: main,
    origin: `zones.${name}`,
    make: () => Promise.resolve(new Clock(`${name} ${offset}`)),
  })),
)
class ZoneConfiguration {}

@Service()
class Office {
  constructor(
    readonly main: Clock,
    @Qualifier('berlin') readonly berlin: Clock,
  ) {}
}

const ZONES = { 'zones.oslo.offset': 1, 'zones.oslo.main': true, 'zones.berlin.offset': 2 }

test('beans that the configuration names are found by qualifier, and the primary by type', async () => {
  const application = await start([ZoneConfiguration, Office], ZONES)
  const { main, berlin } = application.get(Office)
  expect([main.zone, berlin.zone]).toEqual(['oslo 1', 'berlin 2'])
  await application.close()
  expect([main.isClosed, berlin.isClosed]).toEqual([true, true])
})

test('registered beans need others, by type and by qualifier', async () => {
  class Pair {
    constructor(readonly zones: string) {}
  }
  @Configuration()
  @RegisterBeans(() => [
    {
      name: 'pair',
      type: Pair,
      origin: 'a test',
      inject: [{ token: Clock }, { token: Clock, qualifier: 'berlin' }],
      make: (left: Clock, right: Clock) => new Pair(`${left.zone}, ${right.zone}`),
    },
  ])
  class PairConfiguration {}
  await using application = await start([ZoneConfiguration, PairConfiguration], ZONES)
  expect(application.get(Pair).zones).toBe('oslo 1, berlin 2')
})

test('what is missing is told with who needs it', async () => {
  @Configuration()
  @RegisterBeans(() => [{ name: 'x', type: Office, origin: 'shop.x', inject: [{ token: Clock }], make: () => null }])
  class Wanting {}
  await expect(start([Wanting])).rejects.toThrow(/Needed by Office → Clock, parameter #0/)
})

test('a name that is taken is refused', async () => {
  @Configuration()
  class Own {
    @Bean()
    osloClock(): Clock {
      return new Clock('own')
    }
  }
  await expect(start([Own, ZoneConfiguration], ZONES)).rejects.toThrow(/osloClock/)
})

test('a misspelt key below a name is told, with the right one', async () => {
  const misspelt = { 'zones.oslo.ofset': 1, 'vernal.config.unknown-keys': 'error' }
  await expect(start([ZoneConfiguration], misspelt)).rejects.toThrow(/zones\.oslo\.ofset/)
})
