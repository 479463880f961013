import { ChatClient } from '@vernal/chat'
import { OfflineChatModel } from '@vernal/models/offline'
import { Tool, ToolCallbacks, ToolParam } from '@vernal/tools'

class Weather {
  @Tool('The weather in a city')
  weather(@ToolParam('City') city: string): string {
    return `Sunny in ${city}, 21 degrees`
  }
}

async function main(): Promise<void> {
  const chat = new ChatClient({ model: new OfflineChatModel(), tools: ToolCallbacks.from(new Weather()) })
  const answer = await chat.prompt('What is the weather in Paris?').call().content()
  console.log(answer)
  // prints: Sunny in Paris, 21 degrees
}

void main()
