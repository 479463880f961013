import { ChatClient, responseText, run, Service, Tool } from 'vernal'

@Service()
class Clock {
  @Tool('The time in a town') time(town: string): string {
    return `Ten past nine in ${town}`
  }
}

async function main(): Promise<void> {
  const app = await run({ components: [Clock] })
  const chat = app.get(ChatClient)
  const question = 'What is the time in Bath?'

  // #region text
  for await (const piece of chat.prompt(question).stream().content()) process.stdout.write(piece)
  // #endregion
  // prints: Ten past nine in Bath
  process.stdout.write('\n')

  // #region responses
  for await (const response of chat.prompt(question).stream().chatResponse()) {
    const usage = response.metadata.usage
    if (usage) console.log(`\n${usage.totalTokens > 0 ? 'used tokens' : 'used nothing'}`)
    else process.stdout.write(responseText(response))
  }
  // #endregion
  // prints: Ten past nine in Bath
  // prints: used tokens

  // #region events
  for await (const event of chat.prompt(question).stream().events()) {
    if (event.type === 'text-delta') process.stdout.write(event.text)
    if (event.type === 'tool-call') console.log(`→ ${event.name} ${JSON.stringify(event.arguments)}`)
    if (event.type === 'tool-result') console.log(`← ${event.text}`)
    if (event.type === 'turn-ended') console.log(`\n${event.outcome.type} after ${event.rounds} rounds`)
  }
  // #endregion
  // prints: → time {"town":"Bath"}
  // prints: ← Ten past nine in Bath
  // prints: completed after 2 rounds

  // #region abort
  const controller = new AbortController()
  try {
    for await (const piece of chat.prompt(question).signal(controller.signal).stream().content()) {
      console.log(`read: ${piece}`)
      controller.abort()
    }
  } catch (error) {
    console.log((error as Error).name)
  }
  // #endregion
  // prints: read: Ten
  // prints: AbortError
  await app.close()
}

void main()
