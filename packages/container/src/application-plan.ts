import { channel } from 'node:diagnostics_channel'
import type { BeanDefinition } from './beans/bean-definition'
import type { Blueprint } from './blueprint'
import type { ConditionReport } from './conditions/condition-report'
import type { PropertiesClass } from './config/configuration-properties'
import type { Environment } from './config/environment'

/** What is decided about an application before its first bean is made. */
export interface ApplicationPlan {
  readonly environment: Environment
  readonly conditions: ConditionReport
  /** Every bean that will be made, or may be. */
  readonly beans: readonly BeanDefinition[]
  /** The classes whose values may be configured, also those of classes that conditions left out. */
  readonly properties: readonly PropertiesClass[]
}

/**
 * The name of the channel of `node:diagnostics_channel` on which `run` publishes the {@link ApplicationPlan} before it makes
 * the first bean. A tool that shows an application subscribes to it and ends the process there, so that nothing is started.
 */
export const APPLICATION_PLANNED = 'vernal.application.planned'

/** Costs nothing while nobody listens. */
export function announcePlan({ environment, report, registry, configurable }: Blueprint): void {
  const planned = channel(APPLICATION_PLANNED)
  if (!planned.hasSubscribers) return
  const plan: ApplicationPlan = {
    environment,
    conditions: report,
    beans: registry.definitions,
    properties: configurable,
  }
  planned.publish(plan)
}
