import { Bean, ChatClient, Configuration, functionTool, ToolCallback } from 'vernal'
import { start } from './start'

/** The answer to a question when there is one tool, which says that it ran. */
async function answerWith(name: string, description: string, question: string): Promise<string> {
  @Configuration()
  class Tools {
    @Bean({ name })
    tool(): ToolCallback {
      return functionTool({ name, description, execute: () => 'It ran.' })
    }
  }
  await using app = await start({ components: [Tools] })
  return app.get(ChatClient).prompt(question).call().content()
}

describe('without a key, a question runs the tool it is about', () => {
  test.each([
    ['openingHours', 'When the shop opens', 'When does the shop open?'],
    ['shippingCost', 'What it costs to ship an order', 'What does shipping cost?'],
    ['orderStatus', 'The status of an order', 'What is the status of my order?'],
    ['refundPolicy', 'The policy for refunds', 'How does the refund policy work?'],
    ['closeAccount', 'Closes the account of a customer', 'Please close my account'],
  ])('%s: %s', async (name, description, question) => {
    expect(await answerWith(name, description, question)).toContain('It ran.')
  })
})

describe('a question that only asks runs no tool that does something', () => {
  test.each([
    ['closeAccount', 'Closes the account of a customer', 'How do I close my account?'],
    ['orderPizza', 'Orders a pizza', 'Which pizza did I order?'],
    ['deleteOrder', 'The tool that deletes an order', 'Why did you delete my order?'],
  ])('%s: %s', async (name, description, question) => {
    expect(await answerWith(name, description, question)).not.toContain('It ran.')
  })
})
