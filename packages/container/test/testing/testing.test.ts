import { Component, token } from '@vernal/container'
import { ApplicationContextRunner, createTestContext } from '@vernal/container/testing'

abstract class Mailer {
  abstract send(text: string): string
}
@Component()
class SmtpMailer extends Mailer {
  constructor() {
    super()
    throw new Error('no network in tests')
  }
  send() {
    return 'sent'
  }
}
@Component()
class Orders {
  constructor(readonly mailer: Mailer) {}
}

test('an override takes the place of every bean of its type, before any of them is made', async () => {
  const mailer: Mailer = { send: (text) => `kept ${text}` }
  await using context = await createTestContext({ components: [Orders, SmtpMailer], overrides: [[Mailer, mailer]] })
  expect(context.get(Orders).mailer.send('a')).toBe('kept a')
  expect(context.getAll(Mailer)).toEqual([mailer])
})

test('an override may go by name, or by interface token', async () => {
  const Clock = token<{ now(): number }>('Clock')
  await using context = await createTestContext({
    components: [SmtpMailer],
    overrides: [
      ['smtpMailer', 'by name'],
      [Clock, { now: () => 3 }],
    ],
  })
  expect(context.get('smtpMailer')).toBe('by name')
  expect(context.get(Clock).now()).toBe(3)
})

test('nothing around it reaches a test context', async () => {
  process.env.SHOP_SECRET = 'x'
  await using context = await createTestContext()
  delete process.env.SHOP_SECRET
  expect(context.environment.get('shop.secret')).toBeUndefined()
  expect(context.conditions.unconditional).toEqual([])
})

test('a runner gives the failure as a value, and each step leaves the former as it was', async () => {
  const empty = new ApplicationContextRunner()
  const failing = empty.withUserConfiguration(Orders)
  await failing.run((outcome) => {
    expect(outcome.failure).toMatchObject({ code: 'BEAN_MISSING' })
    expect(() => outcome.application).toThrow('No bean of type Mailer')
  })
  await empty.run(({ failure, application }) => {
    expect(failure).toBeUndefined()
    expect(application.find(Orders)).toBeUndefined()
  })
  await failing
    .withBean(Mailer, { send: () => '' })
    .run(({ application }) => expect(application.get(Orders)).toBeDefined())
})
