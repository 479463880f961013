import {
  AutoConfiguration,
  Bean,
  ConditionalOnMissingBean,
  EnableConfigurationProperties,
  Logger,
} from '@vernal/container'
import { DefaultToolErrorPolicy, ToolErrorPolicy } from '../execution/tool-error-policy'
import { InProcessToolExecutor, ToolExecutor } from '../execution/tool-executor'
import { ToolGate } from '../execution/tool-gate'
import { ToolRegistry } from '../registry/tool-registry'
import { ToolBeanPostProcessor } from './tool-bean-post-processor'
import { ToolFailureLog } from './tool-failure-log'
import { ToolProperties } from './tool-properties'

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
  toolBeanPostProcessor(registry: ToolRegistry, logger: Logger): ToolBeanPostProcessor {
    return new ToolBeanPostProcessor(registry, logger)
  }

  @Bean({ type: ToolExecutor })
  @ConditionalOnMissingBean(ToolExecutor)
  toolExecutor(): ToolExecutor {
    return new InProcessToolExecutor()
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

  @Bean()
  @ConditionalOnMissingBean()
  toolGate(executor: ToolExecutor, errorPolicy: ToolErrorPolicy, properties: ToolProperties, logger: Logger): ToolGate {
    return new ToolGate({
      executor,
      errorPolicy,
      observers: [new ToolFailureLog(logger)],
      timeoutMs: properties.execution.timeout,
      maxArgumentChars: properties.arguments.maxChars,
      repairArguments: properties.arguments.repair,
      maxResultChars: properties.results.maxChars,
      approvalRequired: properties.approval.required,
    })
  }
}
