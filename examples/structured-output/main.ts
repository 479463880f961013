import { Bean, ChatClient, ChatModel, Configuration, run } from 'vernal'
import { ScriptedChatModel } from 'vernal/testing'
import { z } from 'zod'

@Configuration()
class ModelConfiguration {
  @Bean()
  chatModel(): ChatModel {
    return new ScriptedChatModel(['{"id": "A-1", "total": "a lot"}', '{"id": "A-1", "total": 12.5}'])
  }
}

async function main(): Promise<void> {
  const app = await run({ components: [ModelConfiguration] })
  // #region entity
  const Order = z.object({ id: z.string(), total: z.number() })
  const order = await app.get(ChatClient).prompt('What is in order A-1?').call().entity(Order)
  console.log(order.id, order.total)
  // #endregion
  // prints: A-1 12.5
  await app.close()
}

void main()
