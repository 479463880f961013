import type { Application } from './application'
import type { BeanDefinition } from './beans/bean-definition'
import type { BeanFactory } from './beans/bean-factory'
import { BeanPostProcessor } from './beans/bean-post-processor'
import { inOrder } from './beans/candidate-choice'
import type { Blueprint } from './blueprint'
import { LifecycleProperties, MainProperties, RootProperties } from './config/container-properties'
import { severalProblems } from './failures/bean-errors'
import { ContainerError } from './failures/container-error'
import { lifecycleFailed } from './failures/start-errors'
import { Interception } from './interception/interception'
import { MethodInterceptor } from './interception/method-interceptor'
import {
  ApplicationClosing,
  type ApplicationEvents,
  ApplicationReady,
  ApplicationStarted,
} from './lifecycle/application-events'
import { ApplicationRunner } from './lifecycle/application-runner'
import { destroyBeans } from './lifecycle/destroy'
import { Lifecycle } from './lifecycle/lifecycle'
import { type LifecycleBean, LifecyclePhases } from './lifecycle/lifecycle-phases'
import { closeOnSignals } from './lifecycle/shutdown-signals'

/** What a start needs. */
export interface StartInput {
  readonly application: Application
  readonly blueprint: Blueprint
  readonly factory: BeanFactory
  readonly args: readonly string[]
  readonly signals: boolean
}

/** Makes the beans, starts lifecycles, publishes events and runs runners. What a failed start made is closed again. */
export async function start(input: StartInput): Promise<void> {
  const { application, blueprint, factory } = input
  const { logger, events } = blueprint
  const { timeoutPerShutdownPhase: deadlineMs } = blueprint.properties(LifecycleProperties)
  let phases: LifecyclePhases | undefined
  let stopListening = (): void => undefined
  application.open(factory, async () => {
    stopListening()
    await events.publish(new ApplicationClosing()).catch((err: unknown) => {
      logger.warn({ err }, 'A listener of ApplicationClosing failed')
    })
    await phases?.stop()
    await destroyBeans(factory.made, deadlineMs, logger)
  })
  try {
    if (input.signals) stopListening = closeOnSignals(() => application.close(), logger)
    await createBeans(blueprint, factory)
    if (isDebug(input)) logger.info({}, blueprint.report.toString())
    const beans = factory.made
    for (const bean of beans) events.attach(bean)
    phases = new LifecyclePhases(beans.filter(hasLifecycle), deadlineMs, logger)
    await phases.start()
    await tell(events, new ApplicationStarted())
    await runRunners(factory, input.args)
    await tell(events, new ApplicationReady())
  } catch (error) {
    await application.close()
    throw error
  }
}

/** A listener that fails fails the start. */
const tell = (events: ApplicationEvents, event: object): Promise<void> =>
  events.publish(event, (listener, cause) => {
    throw lifecycleFailed(listener, `to hear ${event.constructor.name}`, cause)
  })

/** `--debug` on the command line is short for `vernal.debug=true`. */
function isDebug({ args, blueprint }: StartInput): boolean {
  return args.includes('--debug') || blueprint.properties(RootProperties).debug
}

async function createBeans(blueprint: Blueprint, factory: BeanFactory): Promise<void> {
  const { registry } = blueprint
  const { lazyInitialization } = blueprint.properties(MainProperties)
  await createProperties(blueprint, factory)
  const processors = inOrder(registry.candidates(BeanPostProcessor))
  await factory.createAll(processors)
  const interceptors = inOrder(registry.candidates(MethodInterceptor))
  await factory.createAll(interceptors)
  // Interception is first, so that a processor that keeps a bean keeps the intercepted one.
  factory.use([
    new Interception(interceptors.map((definition) => factory.obtainNow(definition) as MethodInterceptor)),
    ...processors.map((definition) => factory.obtainNow(definition) as BeanPostProcessor),
  ])
  await factory.createAll(registry.definitions.filter((definition) => isEager(definition, lazyInitialization)))
}

/** Only properties classes are supplied. */
function isProperties({ maker }: BeanDefinition): boolean {
  return maker.kind === 'supplier'
}

/** Configuration comes first: all values that do not fit are told at once, before anything is made that has to be undone. */
async function createProperties({ registry }: Blueprint, factory: BeanFactory): Promise<void> {
  const problems: ContainerError[] = []
  for (const definition of registry.definitions.filter(isProperties)) {
    try {
      await factory.obtain(definition)
    } catch (error) {
      if (!(error instanceof ContainerError)) throw error
      problems.push(error)
    }
  }
  if (problems.length > 0) throw severalProblems(problems)
}

function isEager(definition: BeanDefinition, isLazyByDefault: boolean): boolean {
  return definition.scope === 'singleton' && !definition.lazy && !isLazyByDefault
}

function hasLifecycle(bean: {
  readonly definition: BeanDefinition
  readonly instance: unknown
}): bean is LifecycleBean {
  return bean.instance instanceof Lifecycle
}

async function runRunners(factory: BeanFactory, args: readonly string[]): Promise<void> {
  const plain = args.filter((arg) => !arg.startsWith('--'))
  for (const runner of factory.all(ApplicationRunner) as readonly ApplicationRunner[]) {
    try {
      await runner.run(plain)
    } catch (cause) {
      throw lifecycleFailed(runner.constructor.name, 'to run', cause)
    }
  }
}
