import {
  type BeanDefinition,
  BeanPostProcessor,
  Component,
  Intercept,
  MethodInterceptor,
  type MethodInvocation,
  Order,
} from '@vernal/container'
import { createTestContext } from '@vernal/container/testing'

@Component()
@Order(2)
class Recording extends MethodInterceptor {
  readonly calls: string[] = []
  async intercept({ method, args, proceed }: MethodInvocation) {
    this.calls.push(`${method}(${args.join()})`)
    return proceed()
  }
}

@Component()
@Order(1)
class Retrying extends MethodInterceptor {
  override matches({ name }: BeanDefinition, method: string) {
    return name === 'accounts' && method.startsWith('flaky')
  }
  async intercept({ proceed }: MethodInvocation) {
    try {
      return await proceed()
    } catch {
      return proceed()
    }
  }
}

@Component()
class Accounts {
  #balance = 10
  #attempts = 0

  @Intercept(Recording)
  async deposit(amount: number) {
    this.#balance += amount
    return Promise.resolve(this.#balance)
  }

  async flakyRead() {
    this.#attempts += 1
    if (this.#attempts === 1) throw new Error('try again')
    return Promise.resolve(this.#balance)
  }

  get balance() {
    return this.#balance
  }

  plain() {
    return this.#balance
  }
}

test('a decorated method passes its interceptor, and private fields keep working', async () => {
  await using context = await createTestContext({ components: [Accounts, Recording] })
  const accounts = context.get(Accounts)
  expect(await accounts.deposit(5)).toBe(15)
  expect(accounts.balance).toBe(15)
  expect(accounts.plain()).toBe(15)
  expect(accounts).toBeInstanceOf(Accounts)
  expect(context.get(Recording).calls).toEqual(['deposit(5)'])
})

test('an interceptor may choose methods itself, and may call on several times', async () => {
  await using context = await createTestContext({ components: [Accounts, Retrying, Recording] })
  expect(await context.get(Accounts).flakyRead()).toBe(10)
})

test('a post-processor receives the intercepted bean', async () => {
  const seen: unknown[] = []
  @Component()
  class Keeping extends BeanPostProcessor {
    override afterInitialization(bean: unknown) {
      if (bean instanceof Accounts) seen.push(bean)
      return undefined
    }
  }
  await using context = await createTestContext({ components: [Accounts, Recording, Keeping] })
  expect(seen).toEqual([context.get(Accounts)])
  await (seen[0] as Accounts).deposit(1)
  expect(context.get(Recording).calls).toEqual(['deposit(1)'])
})

test('a decorated method whose interceptor is no bean fails the start', async () => {
  await expect(createTestContext({ components: [Accounts] })).rejects.toThrow(
    'Accounts.deposit() is decorated with @Intercept(Recording), but there is no bean of type Recording',
  )
})
