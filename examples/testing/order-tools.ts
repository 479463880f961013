import { Service, Tool, ToolParam } from 'vernal'

@Service()
export class OrderTools {
  @Tool('Find the orders of a customer')
  findOrders(@ToolParam('Customer id') customerId: string): string[] {
    return customerId === '42' ? ['teapot', 'cup'] : []
  }
}
