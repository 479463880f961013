import { Service } from 'vernal'

/** An order of a customer. */
export interface Order {
  readonly id: string
  readonly customerId: string
  readonly item: string
}

/** Keeps orders, newest first. */
@Service()
export class OrderRepository {
  readonly #orders: readonly Order[] = [
    { id: 'A-3', customerId: '42', item: 'teapot' },
    { id: 'A-2', customerId: '7', item: 'saucer' },
    { id: 'A-1', customerId: '42', item: 'cup' },
  ]

  findByCustomer(customerId: string): Promise<Order[]> {
    return Promise.resolve(this.#orders.filter((order) => order.customerId === customerId))
  }
}
