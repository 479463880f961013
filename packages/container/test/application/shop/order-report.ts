import { Component, EventListener, Lifecycle } from '@vernal/container'
import { OrderPlaced } from './order-service'
import { ShopProperties } from './shop-configuration'

/** Counts orders, and reports at intervals: a scheduled job. */
@Component()
export class OrderReport extends Lifecycle {
  readonly reports: string[] = []
  #count = 0
  #timer: NodeJS.Timeout | undefined

  constructor(private readonly properties: ShopProperties) {
    super()
  }

  @EventListener(OrderPlaced)
  onOrder(): void {
    this.#count += 1
  }

  start(): void {
    this.#timer = setInterval(() => this.report(), this.properties.reportEvery)
  }

  stop(): void {
    clearInterval(this.#timer)
    this.report()
  }

  report(): void {
    this.reports.push(`${this.#count} orders`)
  }
}
