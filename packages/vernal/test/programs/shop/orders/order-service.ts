import { Service, Tool, ToolParam } from 'vernal'
import { type Order, OrderRepository } from './order-repository'

/** The service of the README. */
@Service()
export class OrderService {
  constructor(private readonly orders: OrderRepository) {}

  @Tool({ description: 'Find the orders of a customer' })
  async findOrders(
    @ToolParam('Customer id') customerId: string,
    @ToolParam({ description: 'Newest first, at most this many', required: false }) limit?: number,
  ): Promise<readonly Order[]> {
    return (await this.orders.findByCustomer(customerId)).slice(0, limit)
  }
}
