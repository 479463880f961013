import {
  Bean,
  Component,
  Configuration,
  Fallback,
  Inject,
  InjectAll,
  InjectMap,
  Lazy,
  ObjectProvider,
  Optional,
  Order,
  Primary,
  Qualifier,
  token,
  Value,
} from '@vernal/container'
import { createTestContext } from '@vernal/container/testing'

abstract class Channel {
  abstract readonly kind: string
}
@Component()
@Order(2)
class Mail extends Channel {
  readonly kind = 'mail'
}
@Component()
@Order(1)
@Qualifier('short')
class Sms extends Channel {
  readonly kind = 'sms'
}
@Component()
class Post extends Channel {
  readonly kind = 'post'
}

test('a parameter called like a bean receives that one', async () => {
  @Component()
  class Sender {
    constructor(readonly sms: Channel) {}
  }
  await using context = await createTestContext({ components: [Mail, Sms, Sender] })
  expect(context.get(Sender).sms.kind).toBe('sms')
})

test('several beans without a preference are an error that names them and the parameter', async () => {
  @Component()
  class Sender {
    constructor(readonly channel: Channel) {}
  }
  const failed = createTestContext({ components: [Mail, Sms, Sender] })
  await expect(failed).rejects.toMatchObject({
    code: 'BEAN_AMBIGUOUS',
    message: expect.stringMatching(
      /2 beans of type Channel: "mail".*"sms".*Sender, parameter #0 \(channel\).*@Primary/,
    ) as string,
  })
})

test('a fallback gives way to any other bean', async () => {
  @Component()
  @Fallback()
  class Pigeon extends Channel {
    readonly kind = 'pigeon'
  }
  await using alone = await createTestContext({ components: [Pigeon] })
  await using both = await createTestContext({ components: [Pigeon, Mail] })
  expect(alone.get(Channel).kind).toBe('pigeon')
  expect(both.get(Channel).kind).toBe('mail')
})

test('two primary beans are an error', async () => {
  @Component()
  @Primary()
  class First extends Channel {
    readonly kind = 'first'
  }
  @Component()
  @Primary()
  class Second extends Channel {
    readonly kind = 'second'
  }
  await using context = await createTestContext({ components: [First, Second, Mail] })
  expect(() => context.get(Channel)).toThrow(/2 beans of type Channel: "first".*"second"/)
})

test('a qualifier chooses by mark or by name, and an unknown one lists what there is', async () => {
  @Component()
  class Sender {
    constructor(
      @Qualifier('short') readonly byMark: Channel,
      @Qualifier('mail') readonly byName: Channel,
    ) {}
  }
  @Component()
  class Lost {
    constructor(@Qualifier('fax') readonly channel: Channel) {}
  }
  await using context = await createTestContext({ components: [Mail, Sms, Sender] })
  expect(context.get(Sender)).toMatchObject({ byMark: { kind: 'sms' }, byName: { kind: 'mail' } })
  await expect(createTestContext({ components: [Mail, Sms, Lost] })).rejects.toThrow(
    /No bean of type Channel with qualifier "fax".*Beans of this type: "mail", "sms"/,
  )
})

test('lists come in order, beans without an order last; maps go by name', async () => {
  @Component()
  class Sender {
    constructor(
      @InjectAll(Channel) readonly all: readonly Channel[],
      @InjectMap(Channel) readonly byName: ReadonlyMap<string, Channel>,
      @InjectAll(Date) readonly none: readonly Date[],
    ) {}
  }
  await using context = await createTestContext({ components: [Post, Mail, Sms, Sender] })
  const sender = context.get(Sender)
  expect(sender.all.map((channel) => channel.kind)).toEqual(['sms', 'mail', 'post'])
  expect([...sender.byName.keys()]).toEqual(['sms', 'mail', 'post'])
  expect(sender.none).toEqual([])
  expect(context.getAll(Channel)).toEqual(sender.all)
})

test('an optional parameter is undefined without a bean, and a default value then applies', async () => {
  @Component()
  class Sender {
    constructor(
      @Optional() readonly channel?: Channel,
      readonly retries: number = 3,
    ) {}
  }
  await using context = await createTestContext({ components: [Sender] })
  expect(context.get(Sender)).toMatchObject({ channel: undefined, retries: 3 })
})

interface Clock {
  now(): number
}
const Clock = token<Clock>('Clock')

test('an interface is injected by its token', async () => {
  @Component({ provides: [Clock] })
  class FixedClock implements Clock {
    now() {
      return 7
    }
  }
  @Component()
  class Timer {
    constructor(@Inject(Clock) readonly clock: Clock) {}
  }
  await using context = await createTestContext({ components: [Timer, FixedClock] })
  expect(context.get(Timer).clock.now()).toBe(7)
  expect(context.get(Clock)).toBe(context.get(FixedClock))
  await expect(createTestContext({ components: [Timer] })).rejects.toThrow(/No bean of type Clock/)
})

test('a provider fetches later, says when there is none, and makes prototypes anew', async () => {
  @Component()
  class Sender {
    constructor(@Inject(Channel) readonly channels: ObjectProvider<Channel>) {}
  }
  await using empty = await createTestContext({ components: [Sender] })
  await using full = await createTestContext({ components: [Sender, Mail, Sms] })
  expect(empty.get(Sender).channels.find()).toBeUndefined()
  expect(() => empty.get(Sender).channels.get()).toThrow('No bean of type Channel')
  expect(full.get(Sender).channels.findUnique()).toBeUndefined()
  expect(full.get(Sender).channels.all()).toHaveLength(2)
})

test('a value is taken from the configuration and converted to the type of the parameter', async () => {
  @Component()
  class Page {
    constructor(
      @Value('${page.size:20}') readonly size: number,
      @Value('${page.on:yes}') readonly on: boolean,
      @Value('${page.tags}') readonly tags: string[],
      @Value('page ${page.id}') readonly title: string,
    ) {}
  }
  await using context = await createTestContext({
    components: [Page],
    properties: { page: { tags: 'a, b', id: '007' } },
  })
  expect(context.get(Page)).toEqual({ size: 20, on: true, tags: ['a', 'b'], title: 'page 007' })
  await expect(
    createTestContext({ components: [Page], properties: { 'page.tags': '', 'page.id': 1, 'page.size': 'x' } }),
  ).rejects.toThrow(/a number is expected here/)
})

test('a lazy parameter breaks a circle and works with private fields', async () => {
  @Component()
  class Chicken {
    #eggs = 0
    constructor(@Inject(() => Egg) @Lazy() readonly egg: object) {}
    lay() {
      this.#eggs += 1
      return this.#eggs
    }
  }
  @Component()
  class Egg {
    constructor(@Lazy() readonly chicken: Chicken) {}
    hatch() {
      return this.chicken.lay()
    }
  }
  await using context = await createTestContext({ components: [Egg, Chicken] })
  expect(context.get(Egg).hatch()).toBe(1)
  expect(context.get(Egg).hatch()).toBe(2)
  expect(context.get(Egg).chicken).toBeInstanceOf(Chicken)
})

test('one bean method calling another receives the bean', async () => {
  class Pool {}
  class Client {
    constructor(readonly pool: Pool) {}
  }
  @Configuration()
  class Wiring {
    made = 0
    @Bean()
    pool(): Pool {
      this.made += 1
      return new Pool()
    }
    @Bean()
    client(): Client {
      return new Client(this.pool())
    }
  }
  await using context = await createTestContext({ components: [Wiring] })
  expect(context.get(Client).pool).toBe(context.get(Pool))
  expect(context.get(Wiring).made).toBe(1)
})

test('aliases name the same bean', async () => {
  @Component({ name: 'main', aliases: ['other'] })
  class Store {}
  await using context = await createTestContext({ components: [Store] })
  expect(context.get('other')).toBe(context.get('main'))
  expect(() => context.get('mian')).toThrow('Did you mean "main"?')
})
