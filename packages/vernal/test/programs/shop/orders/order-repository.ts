/** An order of a customer. */
export interface Order {
  readonly id: string
  readonly customerId: string
  readonly item: string
}

/** Where orders are kept. */
export abstract class OrderRepository {
  abstract findByCustomer(customerId: string): Promise<readonly Order[]>
}
