import {
  ADVISOR_ORDER,
  assistantMessage,
  ChatClient,
  ChatModel,
  MessageChatMemoryAdvisor,
  MessageWindowChatMemory,
  ToolCallingAdvisor,
  ToolCallingManager,
  ToolCallLimits,
  type ChatClientResponse,
  type ChatResponse,
  type Generation,
  type Prompt,
  type TurnEvent,
  type Usage,
} from '@vernal/chat'
import { ScriptedChatModel, type ScriptedAnswer } from '@vernal/chat/testing'
import { functionTool, type ToolCall } from '@vernal/tools'
import fc from 'fast-check'
import { setImmediate as nextTick } from 'node:timers/promises'
import { z } from 'zod'
import { expectValidHistory } from '../combinations/scenario'

const echo = functionTool({
  name: 'echo',
  description: 'Says it again',
  parameters: z.object({ n: z.int() }),
  execute: ({ n }) => `said ${n}`,
})

/** What a model says in one round, and where its stream is cut. */
interface Round {
  readonly text: string
  readonly reasoning: string
  readonly calls: readonly number[]
  readonly usage: Usage | undefined
  readonly cuts: readonly number[]
  /** Alone at the end, with the last piece, or with every piece that says something. */
  readonly usageComes: 'alone' | 'last' | 'always'
  /** Whether a piece of reasoning comes with a piece of text. */
  readonly isMixed: boolean
}

const usage = fc
  .tuple(fc.nat(99), fc.nat(99), fc.option(fc.nat(9), { nil: undefined }), fc.option(fc.nat(9), { nil: undefined }))
  .map(([prompt, completion, cached, thought]): Usage => {
    const counts = { promptTokens: prompt + 1, completionTokens: completion + 1, totalTokens: prompt + completion + 2 }
    const optional = { ...(cached === undefined ? {} : { cacheReadTokens: cached }) }
    return { ...counts, ...optional, ...(thought === undefined ? {} : { reasoningTokens: thought }) }
  })

const round: fc.Arbitrary<Round> = fc.record({
  text: fc.string({ unit: 'grapheme' }),
  reasoning: fc.string(),
  calls: fc.array(fc.nat(5), { maxLength: 3 }),
  usage: fc.option(usage, { nil: undefined }),
  cuts: fc.array(fc.nat(30), { maxLength: 6 }),
  usageComes: fc.constantFrom('alone', 'last', 'always'),
  isMixed: fc.boolean(),
})

const turn = fc
  .tuple(fc.array(round, { maxLength: 3 }), round)
  .map(([rounds, last]) => [
    ...rounds.map((each) => ({ ...each, calls: each.calls.length > 0 ? each.calls : [0] })),
    { ...last, calls: [] },
  ])

function pieces(text: string, cuts: readonly number[]): string[] {
  const at = [...new Set([0, ...cuts, text.length])].filter((cut) => cut <= text.length).sort((a, b) => a - b)
  return at.slice(1).map((end, index) => text.slice(at[index], end))
}

/** Says the same in calls and in streams, cut anywhere. */
class CutModel extends ChatModel {
  #asked = 0
  readonly #rounds: readonly Round[]

  constructor(rounds: readonly Round[]) {
    super()
    this.#rounds = rounds
  }

  override async call(_prompt: Prompt): Promise<ChatResponse> {
    const { round: said, calls } = this.#next()
    const reasoning = said.reasoning === '' ? {} : { reasoning: said.reasoning }
    const generation: Generation = { message: assistantMessage(said.text, calls), finishReason: 'stop', ...reasoning }
    return { generations: [generation], metadata: said.usage ? { usage: said.usage } : {} }
  }

  override async *stream(_prompt: Prompt): AsyncIterable<ChatResponse> {
    const { round: said, calls } = this.#next()
    const { usage: counted, usageComes } = said
    const metadata = counted ? { usage: counted } : {}
    const always = usageComes === 'always' ? metadata : {}
    for (const generation of spokenPieces(said)) yield { generations: [generation], metadata: always }
    for (const call of calls) yield chunk({ message: assistantMessage('', [call]) })
    const last = chunk({ message: assistantMessage(''), finishReason: 'stop' })
    yield usageComes === 'alone' ? last : { ...last, metadata }
    if (usageComes === 'alone') yield { generations: [], metadata }
  }

  #next(): { round: Round; calls: readonly ToolCall[] } {
    const asked = this.#asked++
    const said = this.#rounds[asked]
    if (!said) throw new Error('asked too often')
    const calls = said.calls.map((n, index) => ({ id: `c${asked}-${index}`, name: 'echo', arguments: `{"n":${n}}` }))
    return { round: said, calls }
  }
}

function spokenPieces({ text, reasoning, cuts, isMixed }: Round): Generation[] {
  const thoughts = pieces(reasoning, cuts).map((piece) => ({ message: assistantMessage(''), reasoning: piece }))
  const words = pieces(text, cuts).map((piece) => ({ message: assistantMessage(piece) }))
  if (!isMixed) return [...thoughts, ...words]
  const mixed = Array.from({ length: Math.max(thoughts.length, words.length) }, (_, at) => ({
    message: assistantMessage(''),
    ...words[at],
    ...(thoughts[at] ? { reasoning: thoughts[at].reasoning } : {}),
  }))
  return mixed
}

const chunk = (generation: Generation): ChatResponse => ({ generations: [generation], metadata: {} })

/** The steps of a turn, pieces put together, without what the clock says. */
function stepsOf(events: readonly TurnEvent[]): unknown[] {
  const steps = events.filter(({ type }) => type !== 'text-delta' && type !== 'reasoning-delta')
  return steps.map((event) => ({ ...event, durationMs: 0 }))
}

const spoken = (events: readonly TurnEvent[], type: 'text-delta' | 'reasoning-delta'): string =>
  events.flatMap((event) => (event.type === type ? [event.text] : [])).join('')

test('however a stream is cut, it has the events, the answer, the messages and the usage of the call', async () => {
  await fc.assert(
    fc.asyncProperty(turn, async (rounds) => {
      const [called, streamed]: [TurnEvent[], TurnEvent[]] = [[], []]
      const client = (): ChatClient => new ChatClient({ model: new CutModel(rounds), tools: [echo] })
      const call = await client()
        .prompt('go')
        .onEvent((event) => called.push(event))
        .call()
        .chatClientResponse()
      const responses: ChatClientResponse[] = []
      const stream = client()
        .prompt('go')
        .onEvent((event) => streamed.push(event))
        .stream()
      for await (const response of stream.chatClientResponse()) responses.push(response)
      const last = responses.at(-1)

      expect({ complete: last?.complete, outcome: last?.outcome, messages: last?.messages }).toEqual({
        complete: call.complete,
        outcome: call.outcome,
        messages: call.messages,
      })
      expect(stepsOf(streamed)).toEqual(stepsOf(called))
      expect(spoken(streamed, 'text-delta')).toBe(rounds.map(({ text }) => text).join(''))
      expect(spoken(streamed, 'reasoning-delta')).toBe(rounds.map(({ reasoning }) => reasoning).join(''))
      const texts = responses.map(({ chatResponse }) => chatResponse.generations[0]?.message.content ?? '')
      expect(texts.join('')).toBe(spoken(streamed, 'text-delta'))
      const { message: _said, reasoning: _thought, ...closing } = call.complete!.generations[0]!
      const pieces = responses.flatMap(({ chatResponse }) => chatResponse.generations)
      expect(Object.keys(closing).length === 0 ? {} : pieces.at(-1)).toMatchObject(closing)
      const counted = responses.filter(({ chatResponse }) => chatResponse.metadata.usage)
      expect(counted.length).toBe(call.complete?.metadata.usage ? 1 : 0)
    }),
  )
})

test('however parallel tools interleave, the history is the same', async () => {
  const waits = fc.array(fc.nat(4), { minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(waits, fc.integer({ min: 1, max: 8 }), fc.nat(6), async (ticks, maxConcurrency, limit) => {
      const work = functionTool({
        name: 'work',
        description: 'Works',
        parameters: z.object({ n: z.int(), ticks: z.int() }),
        execute: async ({ n, ticks: left }) => {
          for (let tick = 0; tick < left; tick++) await nextTick()
          if (n % 3 === 2) throw new Error(`broken ${n}`)
          return `done ${n}`
        },
      })
      const messagesWith = async (each: number, order: readonly number[]) => {
        const calls = order.map((wait, n) => ({ name: 'work', arguments: { n, ticks: wait } }))
        const limits = new ToolCallLimits({
          maxTotalToolCalls: limit + 1,
          onLimitExceeded: 'RETURN_ERROR_RESPONSE',
        })
        const manager = new ToolCallingManager({ maxConcurrency: each, limits })
        const model = new ScriptedChatModel([calls, 'done'])
        const client = new ChatClient({ model, tools: [work], toolCallingAdvisor: new ToolCallingAdvisor({ manager }) })
        await client.prompt('go').call().content()
        const results = (model.prompts[1]?.messages ?? []).flatMap((message) =>
          message.role === 'tool' ? message.results : [],
        )
        return results
      }

      const together = await messagesWith(maxConcurrency, ticks)
      const inTurn = await messagesWith(1, ticks)

      expect(together).toEqual(inTurn)
      expect(together).toHaveLength(ticks.length)
    }),
  )
})

test('whatever turns a conversation has had, a provider accepts what the next one is sent', async () => {
  const call = { name: 'echo', arguments: { n: 1 } }
  const kinds: Readonly<Record<string, readonly ScriptedAnswer[]>> = {
    answered: ['fine'],
    'with tools': [[call], [call, call], 'fine'],
    failed: [[call], new Error('down')],
    empty: [''],
    filtered: [{ text: 'no', finishReason: 'content-filter' }],
    limited: [[call, call, call, call, call]],
    'left to the caller': [{ text: 'hm', calls: [call] }],
  }
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...Object.keys(kinds)), { maxLength: 8 }),
      fc.integer({ min: 1, max: 8 }),
      fc.boolean(),
      fc.boolean(),
      async (turns, maxMessages, isInside, keepToolMessages) => {
        const order = isInside ? 0 : ADVISOR_ORDER.memory
        const memory = new MessageWindowChatMemory({ maxMessages })
        const model = new ScriptedChatModel([...turns.flatMap((kind) => kinds[kind] ?? []), 'the end'])
        const manager = new ToolCallingManager({ limits: new ToolCallLimits({ maxTotalToolCalls: 4 }) })
        const client = new ChatClient({
          model,
          tools: [echo],
          system: 'Be brief.',
          toolCallingAdvisor: new ToolCallingAdvisor({ manager }),
          advisors: [new MessageChatMemoryAdvisor(memory, { order, keepToolMessages })],
        })
        for (const kind of turns) {
          const request = client
            .prompt(`q: ${kind}`)
            .conversation('c')
            .toolCalling(kind !== 'left to the caller')
          await request
            .call()
            .content()
            .catch(() => undefined)
        }
        await client.prompt('last').conversation('c').call().content()

        for (const { messages } of model.prompts) {
          expectValidHistory(messages)
          expect(messages.map(({ role }) => role).slice(0, 2)).toEqual(['system', 'user'])
        }
        expectValidHistory(await memory.get('c'))
        expect((await memory.get('c')).at(-1)).toEqual({ role: 'assistant', content: 'the end' })
      },
    ),
  )
})
