import { Bean, ChatClient, ChatModel, Configuration, run, Service, Tool, ToolParam } from 'vernal'
import { ScriptedChatModel } from 'vernal/testing'

@Service()
class OfficeService {
  @Tool('Tells the time')
  currentTime(): string {
    return '12:00'
  }

  @Tool('Converts an amount of money from one currency to another')
  convertCurrency(@ToolParam('Amount of money') amount: number, @ToolParam('ISO code') to: string): string {
    return `${amount * 0.92} ${to}`
  }

  @Tool('Books a meeting room')
  bookRoom(@ToolParam('Name of the room') room: string): string {
    return `${room} is booked`
  }
}

@Configuration()
class ModelConfiguration {
  @Bean()
  chatModel(): ChatModel {
    return new ScriptedChatModel([
      ({ options }) => {
        console.log(`first: ${options.tools?.names.join(', ')}`)
        return [{ name: 'toolSearchTool', arguments: { query: 'convert money', maxResults: 1 } }]
      },
      ({ options }) => {
        console.log(`then: ${options.tools?.names.join(', ')}`)
        return [{ name: 'convertCurrency', arguments: { amount: 10, to: 'EUR' } }]
      },
      'That is 9.20 EUR.',
    ])
  }
}

async function main(): Promise<void> {
  const app = await run({ components: [OfficeService, ModelConfiguration] })
  const chat = app.get(ChatClient)
  // #region ask
  const answer = await chat.prompt('What are 10 USD in EUR?').conversation('ada').call().content()
  // #endregion
  console.log(answer)
  // prints: first: toolSearchTool, currentTime
  // prints: then: toolSearchTool, currentTime, convertCurrency
  // prints: That is 9.20 EUR.
  await app.close()
}

void main()
