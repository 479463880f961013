import { getEventListeners } from 'node:events'
import { setImmediate as nextTick, setTimeout as delay } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import {
  assistantMessage,
  BaseAdvisor,
  ChatClient,
  ChatModel,
  MessageChatMemoryAdvisor,
  MessageWindowChatMemory,
  SimpleLoggerAdvisor,
  ToolCallingAdvisor,
  ToolCallingManager,
  type ChatClientRequest,
  type ChatResponse,
  type Prompt,
  type StreamResponseSpec,
} from '@vernal/chat'
import { functionTool, type ToolContext } from '@vernal/tools'

/** At once in one batch; a turn has up to four rounds. `VERNAL_SOAK_TURNS=2500` makes it ten thousand turns. */
const TURNS = Number(process.env.VERNAL_SOAK_TURNS ?? 400)
const BATCHES = 4

/** Numbers from 0 to 1 that are the same in every run. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const random = randomNumbers(42)

/** Answers after a moment; asks for tools in the first rounds. */
class BusyModel extends ChatModel {
  running = 0

  override async call(prompt: Prompt, signal?: AbortSignal): Promise<ChatResponse> {
    return this.#while(async () => {
      await this.#moment(signal)
      return answerTo(prompt)
    })
  }

  override async *stream(prompt: Prompt, signal?: AbortSignal): AsyncIterable<ChatResponse> {
    this.running += 1
    try {
      for (const piece of ['so ', 'it ', 'is']) {
        await this.#moment(signal)
        yield { generations: [{ message: assistantMessage(piece) }], metadata: {} }
      }
      yield answerTo(prompt)
    } finally {
      this.running -= 1
    }
  }

  async #while<T>(work: () => Promise<T>): Promise<T> {
    this.running += 1
    try {
      return await work()
    } finally {
      this.running -= 1
    }
  }

  async #moment(signal: AbortSignal | undefined): Promise<void> {
    await (random() < 0.5 ? nextTick(undefined, { signal }) : delay(random() * 4, undefined, { signal }))
  }
}

function answerTo({ messages }: Prompt): ChatResponse {
  const rounds = messages.filter(({ role }) => role === 'tool').length
  const calls = Array.from({ length: rounds < 3 ? Math.floor(random() * 3) : 0 }, (_, index) => ({
    id: `c${rounds}-${index}`,
    name: ['quick', 'slow', 'broken'][Math.floor(random() * 3)] ?? 'quick',
    arguments: '{}',
  }))
  return { generations: [{ message: assistantMessage('done', calls) }], metadata: {} }
}

const tools = [
  functionTool({ name: 'quick', description: 'Quick', execute: () => 'at once' }),
  functionTool({
    name: 'slow',
    description: 'Slow',
    execute: (_args, context: ToolContext) => delay(random() * 5, 'late', { signal: context.signal }),
  }),
  functionTool({
    name: 'broken',
    description: 'Broken',
    execute: async () => {
      await nextTick()
      throw new Error('broken')
    },
  }),
]

/** Knows every turn without holding it. */
class Witness extends BaseAdvisor {
  readonly seen: WeakRef<object>[] = []

  protected override before(request: ChatClientRequest): ChatClientRequest {
    this.seen.push(new WeakRef(request.context), new WeakRef(request.signal))
    return request
  }

  get alive(): number {
    return this.seen.filter((each) => each.deref() !== undefined).length
  }
}

const witness = new Witness()
const model = new BusyModel()
const memory = new MessageWindowChatMemory({ maxMessages: 4 })
const client = new ChatClient({
  model,
  tools,
  toolCallingAdvisor: new ToolCallingAdvisor({
    manager: new ToolCallingManager({ maxConcurrency: 4 }),
    turnTimeoutMs: 60_000,
  }),
  advisors: [
    witness,
    new MessageChatMemoryAdvisor(memory),
    new SimpleLoggerAdvisor({ logger: { debug: () => undefined } }),
  ],
})

/** Nobody waits for the piece that was asked for last. */
async function leaveWhileItIsAwaited(stream: StreamResponseSpec): Promise<'left'> {
  const responses = stream.chatClientResponse()
  await responses.next()
  const awaited = responses.next().catch(() => undefined)
  await responses.return?.()
  await awaited
  return 'left'
}

/** One turn of a random kind, given up at a random moment or not at all. */
async function turn(shared: AbortSignal, index: number): Promise<'answered' | 'aborted' | 'left'> {
  const aborting = new AbortController()
  const isAborted = random() < 0.4
  const signal = isAborted ? AbortSignal.any([shared, aborting.signal]) : shared
  const timer = isAborted ? setTimeout(() => aborting.abort(), random() * 12) : undefined
  const request = client
    .prompt('go')
    .conversation(`c${index % 100}`)
    .signal(signal)
  try {
    const kind = random()
    if (kind < 0.4) await request.call().content()
    else if (kind < 0.5) return await leaveWhileItIsAwaited(request.stream())
    else {
      const leavesAfter = random() < 0.4 ? Math.floor(random() * 4) : Infinity
      const stream = request.stream()
      let pieces = 0
      for await (const _piece of kind < 0.7 ? stream.events() : stream.content())
        if (pieces++ >= leavesAfter) return 'left'
    }
    return 'answered'
  } catch (error) {
    if (aborting.signal.aborted) return 'aborted'
    throw error
  } finally {
    clearTimeout(timer)
  }
}

const runBatch = (shared: AbortSignal): Promise<string[]> =>
  Promise.all(Array.from({ length: TURNS }, (_, index) => turn(shared, index)))

function usedHeapBytes(): number {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  collectGarbage()
  collectGarbage()
  return process.memoryUsage().heapUsed
}

const timers = (): number => process.getActiveResourcesInfo().filter((type) => type === 'Timeout').length

test(`${TURNS * BATCHES} turns, ${TURNS} at once, with random aborts, leave nothing behind`, async () => {
  const unhandled: unknown[] = []
  const onUnhandled = (reason: unknown): unknown => unhandled.push(reason)
  process.on('unhandledRejection', onUnhandled)
  const shared = new AbortController().signal
  const timersBefore = timers()
  const endings = await runBatch(shared)
  const heapBefore = usedHeapBytes()

  for (let batch = 1; batch < BATCHES; batch++) endings.push(...(await runBatch(shared)))
  for (let ticks = 0; ticks < 20; ticks++) await nextTick()
  process.off('unhandledRejection', onUnhandled)

  expect(new Set(endings)).toEqual(new Set(['answered', 'aborted', 'left']))
  expect(unhandled).toEqual([])
  expect(model.running).toBe(0)
  expect(getEventListeners(shared, 'abort')).toEqual([])
  expect(timers() - timersBefore).toBeLessThanOrEqual(0)
  expect(usedHeapBytes() - heapBefore).toBeLessThan(8 * 1024 * 1024)
  expect(witness.seen.length).toBeGreaterThan(TURNS * BATCHES)
  expect(witness.alive).toBeLessThan(TURNS / 20)
  expect((await memory.get('c1')).length).toBeLessThanOrEqual(4)
}, 120_000)
