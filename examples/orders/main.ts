import { ChatClient, run } from 'vernal'

async function main(): Promise<void> {
  const app = await run({ scan: __dirname })
  const answer = await app.get(ChatClient).prompt('Which orders did customer 42 place?').call().content()
  console.log(answer)
  // prints: teapot
  // prints: cup
  await app.close()
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
