import { ApplicationEvents, Service } from '@vernal/container'
import { type Order, OrderRepository } from './order-repository'
import { ShopProperties } from './shop-configuration'

/** Published when an order has been placed. */
export class OrderPlaced {
  constructor(readonly order: Order) {}
}

// #region service
@Service()
export class OrderService {
  constructor(
    private readonly orders: OrderRepository,
    private readonly limits: ShopProperties,
    private readonly events: ApplicationEvents,
  ) {}

  async place(customer: string): Promise<Order> {
    const earlier = await this.orders.ofCustomer(customer)
    if (earlier.length >= this.limits.maxOrders)
      throw new RangeError(`${customer} has ${earlier.length} orders already`)
    const order = await this.orders.save(customer)
    await this.events.publish(new OrderPlaced(order))
    return order
  }
}
// #endregion
