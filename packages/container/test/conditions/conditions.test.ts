import {
  AutoConfiguration,
  Bean,
  Component,
  Conditional,
  ConditionalOnBean,
  ConditionalOnMissingBean,
  ConditionalOnPackage,
  ConditionalOnProperty,
  ConditionalOnSingleCandidate,
  Configuration,
  Fallback,
  Primary,
  Profile,
  type PropertyCondition,
} from '@vernal/container'
import { ApplicationContextRunner } from '@vernal/container/testing'

class Thing {
  constructor(readonly from: string) {}
}

const runner = new ApplicationContextRunner()

test.each<[string, PropertyCondition, string[], boolean]>([
  ['absent', { name: 'a.on' }, [], false],
  ['absent, but that is fine', { name: 'a.on', matchIfMissing: true }, [], true],
  ['present', { name: 'a.on' }, ['a.on=anything'], true],
  ['empty', { name: 'a.on' }, ['a.on='], true],
  ['false', { name: 'a.on' }, ['a.on=false'], false],
  ['FALSE', { name: 'a.on' }, ['a.on=FALSE'], false],
  ['no', { name: 'a.on' }, ['a.on=no'], false],
  ['false, absent being fine', { name: 'a.on', matchIfMissing: true }, ['a.on=false'], false],
  ['the wanted value in other letters', { name: 'a.on', havingValue: 'Fast' }, ['a.on=fAST'], true],
  ['another value', { name: 'a.on', havingValue: 'fast' }, ['a.on=slow'], false],
  ['false, which is wanted', { name: 'a.on', havingValue: false }, ['a.on=false'], true],
  ['one of two', { name: ['a.on', 'b.on'] }, ['a.on=1'], false],
  ['both of two, spelled otherwise', { name: ['a.is-on', 'b.on'] }, ['a.isOn=1', 'B.ON=1'], true],
])('a property that is %s', async (_, condition, pairs, expected) => {
  @Component()
  @ConditionalOnProperty(condition)
  class Guarded {}
  await runner
    .withUserConfiguration(Guarded)
    .withPropertyValues(...pairs)
    .run(({ application }) => expect(application.find(Guarded) !== undefined).toBe(expected))
})

@AutoConfiguration()
class DefaultThing {
  @Bean()
  @ConditionalOnMissingBean()
  thing(): Thing {
    return new Thing('default')
  }
}

@Configuration()
class OwnThing {
  @Bean()
  @ConditionalOnProperty('own.on')
  ownThing(): Thing {
    return new Thing('own')
  }
}

test('a default steps aside for a bean of the user, and returns when that one is left out itself', async () => {
  const both = runner.withAutoConfigurations(DefaultThing).withUserConfiguration(OwnThing)
  await both.withPropertyValues('own.on=true').run(({ application }) => {
    expect(application.getAll(Thing).map(({ from }) => from)).toEqual(['own'])
    expect(application.conditions.negative).toMatchObject([
      {
        source: 'DefaultThing.thing()',
        results: [{ condition: 'OnMissingBean', message: 'found bean "ownThing" of OwnThing.ownThing()' }],
      },
    ])
  })
  await both.run(({ application }) => expect(application.get(Thing).from).toBe('default'))
})

test('a subclass of the user counts as a bean of the type', async () => {
  @Component()
  class SpecialThing extends Thing {
    constructor() {
      super('special')
    }
  }
  await runner
    .withAutoConfigurations(DefaultThing)
    .withUserConfiguration(SpecialThing)
    .run(({ application }) => expect(application.get(Thing).from).toBe('special'))
})

test('@ConditionalOnBean looks at what came before, in the order the auto-configurations declare', async () => {
  @AutoConfiguration({ after: ['DefaultThing', 'NotInstalled'] })
  class AAfterThing {
    @Bean({ type: String, name: 'text' })
    @ConditionalOnBean(Thing)
    text(thing: Thing) {
      return thing.from
    }
  }
  await runner
    .withAutoConfigurations(AAfterThing, DefaultThing)
    .run(({ application }) => expect(application.get('text')).toBe('default'))
  await runner
    .withAutoConfigurations(AAfterThing)
    .run(({ application }) => expect(application.find('text')).toBeUndefined())
})

describe('a single candidate', () => {
  @AutoConfiguration()
  class Wants {
    @Bean({ type: Boolean, name: 'single' })
    @ConditionalOnSingleCandidate(Thing)
    single() {
      return true
    }
  }
  abstract class Named extends Thing {
    constructor() {
      super('named')
    }
  }
  @Component()
  class One extends Named {}
  @Component()
  class Two extends Named {}
  @Component()
  @Primary()
  class First extends Named {}
  @Component()
  @Primary()
  class AlsoFirst extends Named {}
  @Component()
  @Fallback()
  class Last extends Named {}

  test.each([
    ['none', [], false],
    ['one', [One], true],
    ['two', [One, Two], false],
    ['two with a primary one', [One, First], true],
    ['two primary ones', [First, AlsoFirst], false],
    ['one and a fallback', [One, Last], true],
    ['only a fallback', [Last], true],
  ])('of %s', async (_, components, expected) => {
    await runner
      .withAutoConfigurations(Wants)
      .withUserConfiguration(...components)
      .run(({ application }) => expect(application.find('single') !== undefined).toBe(expected))
  })
})

test('@ConditionalOnPackage looks for a package and its version without loading it', async () => {
  const guarded = (name: string, range?: string) => {
    @Component()
    @ConditionalOnPackage(name, range)
    class Guarded {}
    return Guarded
  }
  const expectations: [string, string | undefined, boolean][] = [
    ['zod', undefined, true],
    ['zod', '^4', true],
    ['zod', '>=3 <4', false],
    ['zod', '3.x || 4.x', true],
    ['not-installed-at-all', undefined, false],
  ]
  for (const [name, range, expected] of expectations) {
    const type = guarded(name, range)
    await runner.withUserConfiguration(type).run(({ application }) => {
      expect([name, range, application.find(type) !== undefined]).toEqual([name, range, expected])
    })
  }
  await runner
    .withMissingPackages('zod')
    .withUserConfiguration(guarded('zod'))
    .run(({ application }) =>
      expect(application.conditions.negative[0]?.results[0]?.message).toBe('package zod is not installed'),
    )
})

test('@Profile and conditions of your own', async () => {
  @Component()
  @Profile('dev & !ci', 'local')
  class DevOnly {}
  @Component()
  @Conditional(({ environment }) => ({ matches: environment.get('moon') === 'full', message: 'the moon was asked' }))
  class Werewolf {}
  const both = runner.withUserConfiguration(DevOnly, Werewolf)
  await both
    .withProfiles('dev')
    .withPropertyValues('moon=full')
    .run(({ application }) => {
      expect(application.find(DevOnly)).toBeDefined()
      expect(application.find(Werewolf)).toBeDefined()
    })
  await both.withProfiles('dev', 'ci').run(({ application }) => {
    expect(application.find(DevOnly)).toBeUndefined()
    expect(application.conditions.negative.flatMap(({ results }) => results.map(({ message }) => message))).toEqual([
      'profile dev & !ci or local is not active (active: dev, ci)',
      'the moon was asked',
    ])
  })
})

test('a condition that throws stops the start and says where it stands', async () => {
  @Component()
  @Conditional(() => {
    throw new Error('no moon')
  }, 'Moon')
  class Werewolf {}
  await runner.withUserConfiguration(Werewolf).run(({ failure }) => {
    expect(failure).toMatchObject({
      code: 'CONDITION_FAILED',
      message: expect.stringContaining('Moon of Werewolf threw: no moon') as string,
    })
  })
})

const REPORT = [
  'CONDITIONS EVALUATION REPORT',
  '',
  'Positive matches:',
  '-----------------',
  '  DefaultThing.thing() matched:',
  '       - did not find beans of type Thing (OnMissingBean)',
  '',
  'Negative matches:',
  '-----------------',
  '  OwnThing.ownThing():',
  '     Did not match:',
  '       - property own.on is not set (OnProperty)',
  '',
  'Exclusions:',
  '-----------',
  '  Unwanted',
  '',
  'Unconditional classes:',
  '----------------------',
  '  Always',
  '  DefaultThing',
]

test('the report is text with four sections', async () => {
  const properties = ['vernal.autoconfigure.exclude=Unwanted']
  @AutoConfiguration()
  class Unwanted {}
  @AutoConfiguration()
  class Always {}
  await runner
    .withAutoConfigurations(DefaultThing, Unwanted, Always)
    .withUserConfiguration(OwnThing)
    .withPropertyValues(...properties)
    .run(({ application }) => expect(application.conditions.toString().split('\n')).toEqual(REPORT))
})
