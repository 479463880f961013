import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { APPLICATION_PLANNED, type ApplicationPlan, Component, run } from '@vernal/container'

test('whoever listens is told the plan of an application before its first bean is made', async () => {
  const happened: unknown[] = []
  @Component()
  class Clock {
    constructor() {
      happened.push('made')
    }
  }
  const listener = (message: unknown): void => {
    const { beans, conditions, environment, properties } = message as ApplicationPlan
    happened.push(beans.some(({ type }) => type === Clock))
    expect(conditions.toString()).toContain('CONDITIONS EVALUATION REPORT')
    expect(environment.get('clock.zone')).toBe('UTC')
    expect(properties.map(({ prefix }) => prefix)).toContain('vernal.config')
  }
  subscribe(APPLICATION_PLANNED, listener)
  try {
    const app = await run({ components: [Clock], properties: { 'clock.zone': 'UTC' }, signals: false })
    await app.close()
  } finally {
    unsubscribe(APPLICATION_PLANNED, listener)
  }

  expect(happened).toEqual([true, 'made'])
})
