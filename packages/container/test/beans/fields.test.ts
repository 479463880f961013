import {
  Component,
  Inject,
  InjectAll,
  Lazy,
  ObjectProvider,
  Optional,
  Order,
  PostConstruct,
  Qualifier,
  token,
  Value,
} from '@vernal/container'
import { createTestContext } from '@vernal/container/testing'
import { CompiledProject } from '../compiled-project'

interface Clock {
  now(): number
}
const CLOCK = token<Clock>('Clock')

abstract class Store {
  abstract readonly name: string
}

@Component()
@Order(2)
@Qualifier('slow')
class DiskStore extends Store {
  readonly name = 'disk'
}

@Component()
@Order(1)
@Qualifier('fast')
class MemoryStore extends Store {
  readonly name = 'memory'
}

@Component()
class Mirror {
  readonly text = 'mirror'
}

class Base {
  @Inject() protected readonly disk!: DiskStore
}

@Component()
class Shop extends Base {
  @Inject() private readonly memory!: MemoryStore
  @Inject() @Qualifier('slow') readonly qualified!: Store
  @InjectAll(Store) readonly stores!: Store[]
  @Inject(CLOCK) @Optional() readonly clock?: Clock
  @Inject(MemoryStore) readonly provider!: ObjectProvider<MemoryStore>
  @Inject() @Lazy() readonly mirror!: Mirror
  @Value('${shop.page-size:20}') readonly pageSize!: number
  seen = ''

  constructor(readonly first: DiskStore) {
    super()
  }

  @PostConstruct() look(): void {
    this.seen = [this.disk, this.memory, this.qualified, ...this.stores].map(({ name }) => name).join()
  }
}

test('fields are filled after the constructor and before @PostConstruct, those of a base class too', async () => {
  await using context = await createTestContext({ components: [Shop, DiskStore, MemoryStore, Mirror] })
  const shop = context.get(Shop)
  expect(shop.seen).toBe('disk,memory,disk,memory,disk')
  expect(shop.first).toBe(context.get(DiskStore))
  expect(shop.clock).toBeUndefined()
  expect(shop.provider.get()).toBe(context.get(MemoryStore))
  expect(shop.mirror.text).toBe('mirror')
  expect(shop.pageSize).toBe(20)
})

test('a field without a bean, or without a type, is refused by name before anything is made', async () => {
  let made = 0
  class Missing {}
  @Component()
  class Holder {
    @Inject() readonly missing!: Missing
    @Inject() readonly clock!: Clock
    constructor() {
      made += 1
    }
  }
  const message = await createTestContext({ components: [Holder] }).then(
    () => 'it started',
    (error: Error) => error.message,
  )
  expect(message).toMatch(/Holder.*field missing/s)
  expect(message).toMatch(/field clock: an interface/)
  expect(made).toBe(0)
})

test('fields that need each other are a circle', async () => {
  using project = new CompiledProject({
    'pair.ts': `
      @Component() export class Left { @Inject(() => Right) right!: unknown }
      @Component() export class Right { @Inject() left!: Left }`,
  })
  await expect(createTestContext({ scan: project.folder })).rejects.toMatchObject({ code: 'BEAN_CYCLE' })
})

test('a compiler that emits no types is named, with the field', async () => {
  using project = new CompiledProject(
    { 'shop.ts': '@Component() export class Disk {}\n@Component() export class Shop { @Inject() disk!: Disk }' },
    { emitDecoratorMetadata: false },
  )
  await expect(createTestContext({ scan: project.folder })).rejects.toMatchObject({
    code: 'METADATA_MISSING',
    message: expect.stringMatching(
      /Shop cannot be given field disk: the compiler emitted no decorator metadata/,
    ) as string,
  })
})
