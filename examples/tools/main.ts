import { ChatClient, functionTool, run, Service, Tool, ToolContext, ToolParam, ToolRegistry } from 'vernal'
import { z } from 'zod'

// #region service
enum Size {
  Small = 'small',
  Large = 'large',
}

class Address {
  @ToolParam('Street and number') street!: string
  @ToolParam('Town') town!: string
}

@Service()
class ShopTools {
  @Tool({ description: 'Find products of the shop' })
  findProducts(
    @ToolParam('Words to look for') text: string,
    @ToolParam({ description: 'Only this size', enum: Size, required: false }) size?: Size,
    @ToolParam({ description: 'Only with all of these tags', items: String }) tags: string[] = [],
  ): { text: string; size: Size | undefined; tags: string[] } {
    return { text, size, tags }
  }

  @Tool({ description: 'Ship an order to an address', effect: 'write', timeout: 5_000 })
  shipOrder(@ToolParam('Order id') orderId: string, @ToolParam('Where to') address: Address): string {
    return `${orderId} goes to ${address.town}; a real Address: ${address instanceof Address}`
  }

  @Tool({ description: 'The profile of the user who asks' })
  myProfile(context: ToolContext): string {
    return `Profile of ${context.get<string>('userId') ?? 'nobody'}`
  }
}
// #endregion

// #region zod
const addNumbers = functionTool({
  name: 'addNumbers',
  description: 'Add two numbers',
  parameters: z.object({ first: z.number(), second: z.number().max(1000) }),
  execute: ({ first, second }) => first + second,
})
// #endregion

async function main(): Promise<void> {
  const app = await run({ components: [ShopTools], properties: { 'vernal.ai.model.chat': 'offline' } })
  const registry = app.get(ToolRegistry)

  console.log(JSON.stringify(registry.get('findProducts').definition.inputSchema, undefined, 2))
  // prints: "description": "Words to look for"
  // prints: "large"
  // prints: "required": [
  // prints: "text"

  // #region call
  const outcome = await registry.get('findProducts').call({ text: 'mug', size: 'LARGE', tags: '["tea"]' })
  if (outcome.type === 'success') console.log(outcome.text)
  // #endregion
  // prints: {"text":"mug","size":"large","tags":["tea"]}
  const shipped = await registry
    .get('shipOrder')
    .call('{"orderId": "A-1", "address": {"street": "Lane 2", "town": "Bath"}}')
  console.log(shipped.type === 'success' && shipped.text)
  // prints: A-1 goes to Bath; a real Address: true
  const refused = await registry.get('shipOrder').call({ orderId: 'A-1' })
  console.log(refused.type === 'refusal' && refused.text)
  // prints: The tool "shipOrder" was not run, because its arguments do not fit:

  // #region request
  const chat = app.get(ChatClient)
  const profile = await chat.prompt('Show my profile').toolContext({ userId: 'ada' }).call().content()
  const sum = await chat.prompt('Add the numbers 2 and 40').tools(addNumbers).call().content()
  // #endregion
  console.log(profile)
  // prints: Profile of ada
  console.log(sum)
  // prints: 42
  await app.close()
}

void main()
