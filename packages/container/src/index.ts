// For what the compiler notes about classes: it has to be there before the first class with a decorator.
import 'reflect-metadata'

// Running an application
export { run } from './run'
export type { RunOptions } from './run-options'
export { Application } from './application'
export { APPLICATION_PLANNED, type ApplicationPlan } from './application-plan'

// Declaring beans
export { Component, Configuration, Service, type ComponentOptions } from './beans/component'
export { Bean, type BeanOptions } from './beans/bean'
export { RegisterBeans, type BeanNeed, type BeanRegistration, type RegistrationContext } from './beans/register-beans'
export {
  DependsOn,
  Fallback,
  Lazy,
  Order,
  Primary,
  Qualifier,
  Scope,
  type BeanDecorator,
  type BeanOrParameterDecorator,
} from './beans/traits'
export type { ScopeName } from './beans/bean-metadata'
export type { BeanDefinition } from './beans/bean-definition'

// Asking for beans
export { Inject, InjectAll, InjectMap, InjectTokens, Optional, Value, type InjectionDecorator } from './beans/injection'
export { token, InterfaceToken, type Class, type Token } from './beans/token'
export { ObjectProvider } from './beans/object-provider'

// The life of beans
export { PostConstruct, PreDestroy, type CallbackDecorator } from './lifecycle/callbacks'
export { BeanPostProcessor } from './beans/bean-post-processor'
export { Intercept } from './interception/intercept'
export { MethodInterceptor, type MethodInvocation } from './interception/method-interceptor'
export type { MaybePromise } from './beans/settle'
export { Lifecycle } from './lifecycle/lifecycle'
export { ApplicationRunner } from './lifecycle/application-runner'
export {
  ApplicationClosing,
  ApplicationEvents,
  ApplicationReady,
  ApplicationStarted,
  EventListener,
} from './lifecycle/application-events'

// Configuration
export { Environment } from './config/environment'
export {
  ConfigurationProperties,
  EnableConfigurationProperties,
  type ConfigurationPropertiesClass,
  type PropertiesClass,
} from './config/configuration-properties'
export { configurationSchema, type ConfigurationSchema } from './config/configuration-schema'
export { CONTAINER_PROPERTIES } from './config/container-properties'
export { dataSize, duration, secret, type DataSizeSchema, type DurationSchema } from './config/value-schemas'

// Conditions and auto-configuration
export {
  AutoConfiguration,
  ExcludeAutoConfiguration,
  type AutoConfigurationOptions,
} from './autoconfigure/auto-configuration'
export {
  Conditional,
  type ConditionContext,
  type ConditionDecorator,
  type ConditionOutcome,
} from './conditions/condition'
export { ConditionalOnBean, ConditionalOnMissingBean, ConditionalOnSingleCandidate } from './conditions/on-bean'
export { ConditionalOnPackage } from './conditions/on-package'
export { ConditionalOnProperty, type PropertyCondition } from './conditions/on-property'
export { Profile } from './conditions/profile'
export {
  ConditionReport,
  type ConditionEntry,
  type ConditionResult,
  type SkippedBean,
} from './conditions/condition-report'

// The log
export { Logger, type LogFields } from './logging/logger'

// What can go wrong
export { ContainerError, type ContainerErrorCode } from './failures/container-error'
