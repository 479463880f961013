import type { Application } from '../application'
import type { Class, Token } from '../beans/token'
import { createTestContext, type TestContextOptions } from './test-context'

/** What became of one run: an application, or the error that stopped its start. */
export class RunOutcome {
  constructor(
    readonly failure: unknown,
    private readonly started: Application | undefined,
  ) {}

  /** The application. @throws the error that stopped the start */
  get application(): Application {
    if (this.started === undefined) throw this.failure
    return this.started
  }
}

/**
 * Tests auto-configurations: given these beans and properties, this bean exists and that one does not.
 *
 * Each `with…` returns a new runner, so that a common beginning can be shared. Each run has an application of its own.
 */
export class ApplicationContextRunner {
  readonly #options: TestContextOptions

  constructor(options: TestContextOptions = {}) {
    this.#options = options
  }

  /** Adds properties: `orders.page-size=5`. */
  withPropertyValues(...pairs: string[]): ApplicationContextRunner {
    const added = pairs.map((pair) => {
      const equals = pair.indexOf('=')
      return equals < 0 ? ([pair, ''] as const) : ([pair.slice(0, equals), pair.slice(equals + 1)] as const)
    })
    return this.#with({ properties: { ...this.#options.properties, ...Object.fromEntries(added) } })
  }

  /** Adds components and configurations of a user. */
  withUserConfiguration(...components: Class[]): ApplicationContextRunner {
    return this.#with({ components: [...(this.#options.components ?? []), ...components] })
  }

  /** Adds auto-configurations; they are sorted as in production. */
  withAutoConfigurations(...types: Class[]): ApplicationContextRunner {
    return this.#with({ autoConfigurations: [...(this.#options.autoConfigurations ?? []), ...types] })
  }

  /** Adds a bean that takes the place of all others of its type or name. */
  withBean<T>(token: Token<T>, value: T): ApplicationContextRunner {
    return this.#with({ overrides: [...(this.#options.overrides ?? []), [token, value]] })
  }

  /** Adds active profiles. */
  withProfiles(...profiles: string[]): ApplicationContextRunner {
    return this.#with({ profiles: [...(this.#options.profiles ?? []), ...profiles] })
  }

  /** Packages that `@ConditionalOnPackage` shall not find. */
  withMissingPackages(...names: string[]): ApplicationContextRunner {
    return this.#with({ missingPackages: [...(this.#options.missingPackages ?? []), ...names] })
  }

  /** Starts an application, hands it to the check, and closes it. */
  async run(check: (outcome: RunOutcome) => void | Promise<void>): Promise<void> {
    const outcome = await createTestContext(this.#options).then(
      (application) => new RunOutcome(undefined, application),
      (error: unknown) => new RunOutcome(error, undefined),
    )
    try {
      await check(outcome)
    } finally {
      if (outcome.failure === undefined) await outcome.application.close()
    }
  }

  #with(changed: TestContextOptions): ApplicationContextRunner {
    return new ApplicationContextRunner({ ...this.#options, ...changed })
  }
}
