import { Service } from 'vernal'
import { type Order, OrderRepository } from './order-repository'

/** Two orders, newest first. */
@Service()
export class InMemoryOrderRepository extends OrderRepository {
  readonly #orders: readonly Order[] = [
    { id: 'A-3', customerId: '42', item: 'teapot' },
    { id: 'A-1', customerId: '42', item: 'cup' },
  ]

  override async findByCustomer(customerId: string): Promise<readonly Order[]> {
    return this.#orders.filter((order) => order.customerId === customerId)
  }
}
