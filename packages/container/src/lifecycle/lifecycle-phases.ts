import { beanLabel } from '../beans/bean-definition'
import { lifecycleFailed } from '../failures/start-errors'
import type { Logger } from '../logging/logger'
import { type LivingBean, withDeadline } from './destroy'
import type { Lifecycle } from './lifecycle'

/** A bean with start and stop, of whatever class. */
export interface LifecycleBean extends LivingBean {
  readonly instance: Lifecycle
}

/** Starts and stops the lifecycle beans of an application, phase by phase. */
export class LifecyclePhases {
  readonly #started: LifecycleBean[] = []

  constructor(
    private readonly beans: readonly LifecycleBean[],
    private readonly deadlineMs: number,
    private readonly logger: Logger,
  ) {}

  /** Ascending; within a phase in the order the beans were made. @throws the error of the first that fails */
  async start(): Promise<void> {
    for (const bean of [...this.beans].sort((a, b) => phaseOf(a) - phaseOf(b))) {
      try {
        await bean.instance.start()
      } catch (cause) {
        throw lifecycleFailed(bean.definition.origin, 'to start', cause)
      }
      this.#started.push(bean)
    }
  }

  /** Descending, those of one phase together. A bean that fails or is late is logged, and the rest goes on. */
  async stop(): Promise<void> {
    const started = this.#started.splice(0).reverse()
    for (const phase of [...new Set(started.map(phaseOf))].sort((a, b) => b - a)) {
      await Promise.all(started.filter((bean) => phaseOf(bean) === phase).map((bean) => this.#stop(bean)))
    }
  }

  async #stop(bean: LifecycleBean): Promise<void> {
    try {
      await withDeadline((async () => bean.instance.stop())(), this.deadlineMs)
    } catch (err) {
      this.logger.warn({ err, bean: bean.definition.name }, `${beanLabel(bean.definition)} failed to stop`)
    }
  }
}

function phaseOf({ instance }: LifecycleBean): number {
  return instance.phase ?? 0
}
