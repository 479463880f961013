import { Component, Profile } from '@vernal/container'

/** An order as it is kept. */
export interface Order {
  readonly id: number
  readonly customer: string
}

/** Where orders are kept. */
export abstract class OrderRepository {
  abstract save(customer: string): Promise<Order>
  abstract ofCustomer(customer: string): Promise<readonly Order[]>
}

/** Keeps orders in memory. */
@Component()
@Profile('!durable')
export class MemoryOrderRepository extends OrderRepository {
  readonly #orders: Order[] = []

  override async save(customer: string): Promise<Order> {
    const order = { id: this.#orders.length + 1, customer }
    this.#orders.push(order)
    return Promise.resolve(order)
  }

  override async ofCustomer(customer: string): Promise<readonly Order[]> {
    return Promise.resolve(this.#orders.filter((order) => order.customer === customer))
  }
}
