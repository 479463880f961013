import { Bean, ChatClient, ChatModel, Configuration, run, Service, Tool, ToolParam } from 'vernal'
import { ScriptedChatModel } from 'vernal/testing'

type Order = { id: string; date: string }

@Service()
class OrderRepository {
  find(customerId: string, from: Date, to: Date): Order[] {
    const orders = { '42': ['2030-01-05', '2030-03-09'] }[customerId] ?? []
    const dates = orders.filter((date) => new Date(date) >= from && new Date(date) <= to)
    return dates.map((date, index) => ({ id: `A-${index + 1}`, date }))
  }
}

// #region service
@Service()
class OrderService {
  constructor(private readonly orders: OrderRepository) {}

  @Tool('Find orders for a customer within a date range')
  findOrders(
    @ToolParam('Customer ID') customerId: string,
    @ToolParam('Start date (ISO-8601)') from: Date,
    @ToolParam('End date (ISO-8601)') to: Date,
  ): Order[] {
    return this.orders.find(customerId, from, to)
  }
}
// #endregion

@Configuration()
class ModelConfiguration {
  @Bean()
  chatModel(): ChatModel {
    const call = {
      name: 'findOrders',
      arguments: { customerId: '42', from: '2030-01-01T00:00:00Z', to: '2030-02-01T00:00:00Z' },
    }
    return new ScriptedChatModel([[call], ({ messages }) => `Read: ${JSON.stringify(messages.at(-1))}`])
  }
}

async function main(): Promise<void> {
  const app = await run({ components: [OrderService, OrderRepository, ModelConfiguration] })
  console.log(await app.get(ChatClient).prompt('Which orders did customer 42 place in January?').call().content())
  // prints: A-1
  // prints: 2030-01-05
  await app.close()
}

void main()
