import { type BeanDefinition, beanLabel } from '../beans/bean-definition'
import { membersOf } from '../beans/bean-metadata'
import { isClass } from '../beans/token'
import type { Logger } from '../logging/logger'

/** A singleton and what it was made from. */
export interface LivingBean {
  readonly definition: BeanDefinition
  readonly instance: unknown
}

type Methods = Record<string | symbol, ((...args: unknown[]) => unknown) | undefined>

/**
 * Closes beans in reverse order of their making, so that each still has what it depends on. A bean that fails, or
 * takes longer than the deadline, is logged, and the rest goes on.
 */
export async function destroyBeans(beans: readonly LivingBean[], deadlineMs: number, logger: Logger): Promise<void> {
  for (const bean of [...beans].reverse()) {
    try {
      await withDeadline(destroy(bean), deadlineMs)
    } catch (err) {
      logger.warn({ err, bean: bean.definition.name }, `${beanLabel(bean.definition)} failed to close`)
    }
  }
}

async function destroy({ definition, instance }: LivingBean): Promise<void> {
  if (typeof instance !== 'object' || instance === null) return
  const methods = instance as Methods
  const type: unknown = instance.constructor
  const members = isClass(type) ? [...membersOf(type, 'pre-destroy')].reverse() : []
  const names = members.map(({ key }) => key)
  const closing = closingMethod(definition, methods)
  for (const key of closing === undefined || names.includes(closing) ? names : [...names, closing])
    await methods[key]?.()
}

/** `@Bean({ destroy })`, else the standard disposal, else for what a `@Bean` method made `close` or `shutdown`. */
function closingMethod({ destroy: named, maker }: BeanDefinition, methods: Methods): string | symbol | undefined {
  if (named !== undefined) return named === false ? undefined : named
  const inferred = maker.kind === 'method' || maker.kind === 'function' ? ['close', 'shutdown'] : []
  return [Symbol.asyncDispose, Symbol.dispose, ...inferred].find((key) => {
    const method = key === undefined ? undefined : methods[key]
    return typeof method === 'function' && method.length === 0
  })
}

/** Rejects when the work takes longer. The work itself cannot be stopped. */
export async function withDeadline(work: Promise<void>, deadlineMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`it took longer than ${deadlineMs} ms (vernal.lifecycle.timeout-per-shutdown-phase)`)),
      deadlineMs,
    )
  })
  try {
    await Promise.race([work, deadline])
  } finally {
    clearTimeout(timer)
  }
}
