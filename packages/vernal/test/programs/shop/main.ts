import { ChatClient, run, Service, Tool } from 'vernal'

/** A component in the file that is run. */
@Service()
export class Clock {
  @Tool('When the shop opens')
  openingHours(): string {
    return 'Nine to five'
  }
}

async function main(): Promise<void> {
  const app = await run({ scan: __dirname, components: [Clock] })
  for (const question of ['Which orders did customer 42 place?', 'When does the shop open?']) {
    console.log(await app.get(ChatClient).prompt(question).call().content())
  }
  await app.close()
}

void main()
