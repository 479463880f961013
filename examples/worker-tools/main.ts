import { threadId } from 'node:worker_threads'
import {
  Bean,
  ChatClient,
  Configuration,
  run,
  ToolCallback,
  ToolExecutor,
  workerTool,
  WorkerToolExecutor,
} from 'vernal'
import { z } from 'zod'

// #region tool
const countPrimes = workerTool({
  name: 'countPrimes',
  description: 'Count the prime numbers below a number',
  parameters: z.object({ below: z.int().min(2).max(100_000_000) }),
  module: require.resolve('./count-primes'),
  export: 'countPrimes',
})
// #endregion

@Configuration()
class Tools {
  @Bean() primes(): ToolCallback {
    return countPrimes
  }
}

async function main(): Promise<void> {
  const app = await run({
    components: [Tools],
    properties: {
      'vernal.ai.model.chat': 'offline',
      'vernal.ai.tools.execution.worker-threads': 2,
    },
  })
  console.log(app.get(ToolExecutor) instanceof WorkerToolExecutor, threadId)
  // prints: true 0
  console.log(await app.get(ChatClient).prompt('Count the prime numbers below 1000').call().content())
  // prints: 168
  await app.close()
}

void main()
