import { Application } from './application'
import { announcePlan } from './application-plan'
import { BeanFactory } from './beans/bean-factory'
import { BeanPlan, type PlanContext } from './beans/bean-plan'
import { RequestScope } from './beans/request-scope'
import { drawBlueprint, type TestHooks } from './blueprint'
import { LifecycleProperties } from './config/container-properties'
import { destroyBeans } from './lifecycle/destroy'
import type { RunOptions } from './run-options'
import { isOnlyScanned } from './scanning/scanned-module'
import { start } from './start'

/**
 * Starts an application: reads the configuration, finds components and auto-configurations, judges conditions, makes
 * the beans, and starts what has a life of its own.
 *
 * Called by a module that another application only scans for components, it does nothing, and stays without an answer.
 *
 * A start that fails undoes what it began and prints nothing.
 *
 * @throws {ContainerError} whose message says what is wrong, where, and what to do about it
 */
export async function run(options: RunOptions = {}): Promise<Application> {
  return runWith(options)
}

/** Like {@link run}, with what only tests may change. */
export async function runWith(options: RunOptions, test: TestHooks = {}): Promise<Application> {
  if (isOnlyScanned()) return new Promise(() => undefined)
  const startedAt = process.uptime()
  const { args = process.argv.slice(2), signals = true } = options
  const blueprint = await drawBlueprint(options, test)
  const { registry, environment, report, logger } = blueprint
  announcePlan(blueprint)
  const { timeoutPerShutdownPhase } = blueprint.properties(LifecycleProperties)
  const requests = new RequestScope((beans) => destroyBeans(beans, timeoutPerShutdownPhase, logger))
  const application = new Application({ environment, conditions: report, definitions: registry.definitions, requests })
  blueprint.provideApplication(Application, application)
  const context: PlanContext = { skipped: (token) => report.skippedFor(token), value: blueprint.value }
  const factory = new BeanFactory(registry, new BeanPlan(registry, context), context, requests)
  await start({ application, blueprint, factory, args, signals })
  logger.info({ beans: factory.made.length, ms: Math.round((process.uptime() - startedAt) * 1000) }, 'Started')
  return application
}
