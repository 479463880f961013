import {
  Bean,
  ChatClient,
  ChatModel,
  Configuration,
  DefaultToolErrorPolicy,
  run,
  Service,
  Tool,
  ToolErrorPolicy,
  ToolParam,
  type Prompt,
} from 'vernal'
import { ScriptedChatModel } from 'vernal/testing'

@Service()
class OrderTools {
  @Tool('Find an order')
  findOrder(@ToolParam('Order number') number: number): string {
    if (number === 500) throw new OutOfMoney('the account is closed')
    throw new Error(`There is no order ${number}. Order numbers begin at 1000.`)
  }
}

class OutOfMoney extends Error {}

const lastResult = ({ messages }: Prompt): string => {
  const last = messages.at(-1)
  return last?.role === 'tool' ? (last.results[0]?.content ?? '') : ''
}

@Configuration()
class ModelConfiguration {
  @Bean()
  chatModel(): ChatModel {
    return new ScriptedChatModel(
      [{ number: 7 }, { number: 'seven' }, undefined, { number: 500 }].flatMap((args) => [
        [args ? { name: 'findOrder', arguments: args } : { name: 'findOrders' }],
        lastResult,
      ]),
    )
  }
}

// #region policy
@Configuration()
class ErrorConfiguration {
  /** The model is told what went wrong, except that an OutOfMoney ends the turn. */
  @Bean()
  toolErrorPolicy(): ToolErrorPolicy {
    return new DefaultToolErrorPolicy({ rethrow: [OutOfMoney] })
  }
}
// #endregion

async function main(): Promise<void> {
  const app = await run({ components: [OrderTools, ModelConfiguration, ErrorConfiguration] })
  const ask = () => app.get(ChatClient).prompt('Find my order').call().content()
  console.log(await ask())
  // prints: The tool "findOrder" failed: There is no order 7. Order numbers begin at 1000.
  console.log(await ask())
  // prints: The tool "findOrder" was not run, because its arguments do not fit:
  console.log(await ask())
  // prints: There is no tool named "findOrders". Did you mean "findOrder"? The tools are: findOrder.
  await ask().catch((error: Error) => console.log(error.constructor.name, error.message))
  // prints: OutOfMoney the account is closed
  await app.close()
}

void main()
