import { Service } from 'vernal'

export type Order = { id: string; customerId: string; item: string }

@Service()
export class OrderRepository {
  async findByCustomer(customerId: string): Promise<Order[]> {
    return [
      { id: 'A-3', customerId, item: 'teapot' },
      { id: 'A-1', customerId, item: 'cup' },
    ]
  }
}
