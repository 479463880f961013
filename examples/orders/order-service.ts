import { Service, Tool, ToolParam } from 'vernal'
import { type Order, OrderRepository } from './order-repository'

@Service()
export class OrderService {
  constructor(private readonly orders: OrderRepository) {}

  @Tool({ description: 'Find the orders of a customer' })
  async findOrders(
    @ToolParam('Customer id') customerId: string,
    @ToolParam({ description: 'Newest first, at most this many', required: false }) limit?: number,
  ): Promise<Order[]> {
    const found = await this.orders.findByCustomer(customerId)
    return found.slice(0, limit)
  }
}
