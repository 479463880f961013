import { Bean, ChatClient, ChatMemory, ChatModel, Configuration, run } from 'vernal'
import { ScriptedChatModel } from 'vernal/testing'

@Configuration()
class ModelConfiguration {
  @Bean()
  chatModel(): ChatModel {
    return new ScriptedChatModel([
      'Hello Ada.',
      ({ messages }) => `I was sent ${messages.length} messages.`,
      ({ messages }) => `I was sent ${messages.length} message.`,
    ])
  }
}

async function main(): Promise<void> {
  const app = await run({ components: [ModelConfiguration] })
  const chat = app.get(ChatClient)
  // #region ask
  await chat.prompt('My name is Ada.').conversation('ada').call().content()
  const remembered = await chat.prompt('What is my name?').conversation('ada').call().content()
  // #endregion
  console.log(remembered)
  // prints: I was sent 3 messages.
  console.log(await chat.prompt('What is my name?').conversation('somebody-else').call().content())
  // prints: I was sent 1 message.
  const stored = await app.get(ChatMemory).get('ada')
  console.log(stored.map(({ role }) => role).join(' '))
  // prints: user assistant user assistant
  await app
    .get(ChatClient)
    .prompt('Who am I?')
    .call()
    .content()
    .catch((error: Error) => console.log(error.message))
  // prints: conversation
  await app.close()
}

void main()
