import {
  Bean,
  ChatClient,
  ChatModel,
  Configuration,
  run,
  Service,
  Tool,
  toolGraph,
  ToolRegistry,
  ToolSet,
} from 'vernal'
import { ScriptedChatModel } from 'vernal/testing'

// #region tools
@Service()
@ToolSet({ prefix: 'travel_', tags: ['travel'] })
class Travel {
  @Tool({ description: 'Find a customer', effect: 'read' })
  findCustomer(name: string): string {
    return `${name} has number 42`
  }

  @Tool({ description: 'Book a flight', effect: 'external', requires: ['travel_findCustomer'], cost: 5 })
  bookFlight(customerNumber: number): string {
    return `flight booked for ${customerNumber}`
  }

  @Tool({ description: 'Write the bill', effect: 'write', after: ['travel_bookFlight'], exclusive: true })
  writeBill(customerNumber: number): string {
    return `bill written for ${customerNumber}`
  }
}
// #endregion

const book = { name: 'travel_bookFlight', arguments: { customerNumber: 42 } }

@Configuration()
class ModelConfiguration {
  @Bean()
  chatModel(): ChatModel {
    return new ScriptedChatModel([
      [book],
      [{ name: 'travel_findCustomer', arguments: { name: 'Ada' } }],
      [{ name: 'travel_writeBill', arguments: { customerNumber: 42 } }, book],
      'Booked.',
    ])
  }
}

async function main(): Promise<void> {
  const app = await run({ components: [Travel, ModelConfiguration] })
  // #region graph
  const graph = toolGraph(app.get(ToolRegistry).all())
  console.log(String(graph))
  console.log(graph.steps)
  // #endregion
  // prints: travel_findCustomer
  // prints: travel_bookFlight: requires travel_findCustomer
  // prints: travel_writeBill: after travel_bookFlight
  const request = app.get(ChatClient).prompt('Book a flight for Ada')
  const heard = request.onEvent((event) => {
    if (event.type === 'tool-error' || event.type === 'tool-result') console.log(`${event.name}: ${event.text}`)
  })
  console.log(await heard.call().content())
  // prints: travel_bookFlight: The tool "travel_bookFlight" was not run: first call "travel_findCustomer", and use the result.
  // prints: travel_findCustomer: Ada has number 42
  // prints: travel_bookFlight: flight booked for 42
  // prints: travel_writeBill: bill written for 42
  // prints: Booked.
  await app.close()
}

void main()
