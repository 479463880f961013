import { ApplicationReady, EventListener, type Logger } from '@vernal/container'
import type { ToolAdvisor } from '../advisors/advisor'
import { ToolCallingAdvisor } from '../advisors/tool-calling-advisor'
import type { ToolCallingManager } from '../loop/tool-calling-manager'
import { InMemoryTurnStore, type TurnStore } from '../loop/turn-store'

/** Warns of a tool loop of the application that was made without the beans it should work with. */
export class LoopCheck {
  readonly #loops: readonly ToolAdvisor[]
  readonly #manager: ToolCallingManager
  readonly #turnStore: TurnStore
  readonly #logger: Logger

  constructor(loops: readonly ToolAdvisor[], manager: ToolCallingManager, turnStore: TurnStore, logger: Logger) {
    this.#loops = loops
    this.#manager = manager
    this.#turnStore = turnStore
    this.#logger = logger
  }

  @EventListener(ApplicationReady)
  warn(): void {
    for (const loop of this.#loops) if (loop instanceof ToolCallingAdvisor) this.#check(loop)
  }

  #check({ name, manager, turnStore }: ToolCallingAdvisor): void {
    if (manager !== this.#manager) {
      const lost = 'limits, policies, approvals and time-outs of the configuration do not hold for it'
      this.#logger.warn({ advisor: name }, `The tool loop ${name} has a manager of its own: ${lost}. ${REMEDY}`)
    }
    if (turnStore !== this.#turnStore && !(this.#turnStore instanceof InMemoryTurnStore)) {
      const lost = `turns that wait for consent are not kept in the bean ${this.#turnStore.constructor.name}`
      this.#logger.warn({ advisor: name }, `The tool loop ${name} has a turn store of its own: ${lost}. ${REMEDY}`)
    }
  }
}

const REMEDY = 'Take both in its constructor and pass them on: super({ manager, turnStore }).'
