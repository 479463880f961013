import {
  AutoConfiguration,
  Bean,
  ConditionalOnMissingBean,
  EnableConfigurationProperties,
  Logger,
} from '@vernal/container'
import { DefaultToolErrorPolicy, ToolErrorPolicy } from '../execution/tool-error-policy'
import { InProcessToolExecutor, ToolExecutor } from '../execution/tool-executor'
import { WorkerToolExecutor } from '../execution/worker-tool-executor'
import { ToolGate } from '../execution/tool-gate'
import { DeclaredToolPolicy } from '../policy/declared-tool-policy'
import { ToolPolicy } from '../policy/tool-policy'
import type { ToolPolicyRule } from '../policy/tool-policy-rule'
import { ToolRegistry } from '../registry/tool-registry'
import { StaleDescriptionWarning } from './stale-description-warning'
import { ToolBeanPostProcessor } from './tool-bean-post-processor'
import { ToolFailureLog } from './tool-failure-log'
import { ToolOrderCheck } from './tool-order-check'
import { ToolProperties } from './tool-properties'
import { UnmatchedPolicies } from './unmatched-policies'

/** The registry, the gate and what it is made of, each unless the application has its own. */
@AutoConfiguration()
@EnableConfigurationProperties([ToolProperties])
export class ToolsAutoConfiguration {
  @Bean()
  @ConditionalOnMissingBean()
  toolRegistry(): ToolRegistry {
    return new ToolRegistry()
  }

  @Bean()
  toolBeanPostProcessor(registry: ToolRegistry, policy: ToolPolicy, logger: Logger): ToolBeanPostProcessor {
    return new ToolBeanPostProcessor(registry, policy, logger)
  }

  @Bean()
  staleDescriptionWarning(logger: Logger): StaleDescriptionWarning {
    return new StaleDescriptionWarning(logger)
  }

  @Bean({ type: ToolExecutor })
  @ConditionalOnMissingBean(ToolExecutor)
  toolExecutor({ execution }: ToolProperties): ToolExecutor {
    const { workerThreads: maxThreads } = execution
    return maxThreads === 0 ? new InProcessToolExecutor() : new WorkerToolExecutor({ maxThreads })
  }

  @Bean({ type: ToolErrorPolicy })
  @ConditionalOnMissingBean(ToolErrorPolicy)
  toolErrorPolicy({ throwExceptionOnError, errors }: ToolProperties): ToolErrorPolicy {
    const { includeMessage } = errors
    return new DefaultToolErrorPolicy({
      alwaysThrow: throwExceptionOnError,
      ...(includeMessage === undefined ? {} : { includeMessage }),
    })
  }

  @Bean({ type: ToolPolicy })
  @ConditionalOnMissingBean(ToolPolicy)
  toolPolicy({ policies }: ToolProperties): ToolPolicy {
    return new DeclaredToolPolicy({ rules: policies.map(ruleOf) })
  }

  @Bean()
  toolOrderCheck(registry: ToolRegistry): ToolOrderCheck {
    return new ToolOrderCheck(registry)
  }

  @Bean()
  unmatchedPolicies(registry: ToolRegistry, properties: ToolProperties, logger: Logger): UnmatchedPolicies {
    return new UnmatchedPolicies(registry, properties, logger)
  }

  @Bean()
  @ConditionalOnMissingBean()
  toolGate(
    executor: ToolExecutor,
    errorPolicy: ToolErrorPolicy,
    policy: ToolPolicy,
    properties: ToolProperties,
    logger: Logger,
  ): ToolGate {
    return new ToolGate({
      executor,
      errorPolicy,
      policy,
      observers: [new ToolFailureLog(logger)],
      timeoutMs: properties.execution.timeout,
      retry: {
        attempts: properties.execution.retry.maxAttempts,
        backoffMs: properties.execution.retry.backoff,
        maxBackoffMs: properties.execution.retry.maxBackoff,
      },
      maxArgumentChars: properties.arguments.maxChars,
      repairArguments: properties.arguments.repair,
      unknownArguments: properties.arguments.unknown,
      maxResultChars: properties.results.maxChars,
      approvalRequired: properties.approval.required,
    })
  }
}

/** A rule as it is configured, without what is not said. */
function ruleOf({ rate, shadow, tools, ...rule }: ToolProperties['policies'][number]): ToolPolicyRule {
  const said = Object.fromEntries(Object.entries(rule).filter(([, value]) => value !== undefined))
  return { tools, shadow, ...said, ...(rate ? { rate: { calls: rate.calls, perMs: rate.per } } : {}) }
}
