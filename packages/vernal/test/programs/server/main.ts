import { setTimeout } from 'node:timers/promises'
import { Component, PreDestroy, run } from 'vernal'

/** Needs a moment to close. */
@Component()
export class Pool {
  @PreDestroy()
  async close(): Promise<void> {
    await setTimeout(20)
    console.log('pool closed')
  }
}

/** Is closed before what it needs. */
@Component()
export class Listener {
  readonly #alive = setInterval(() => undefined, 1000)

  constructor(readonly pool: Pool) {}

  @PreDestroy()
  stop(): void {
    clearInterval(this.#alive)
    console.log('listener stopped')
  }
}

void run({ scan: __dirname }).then(() => console.log('ready'))
