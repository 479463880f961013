import {
  AgentContext,
  approve,
  ChatClient,
  MessageChatMemoryAdvisor,
  MessageWindowChatMemory,
  ReactAgent,
  responseText,
  ToolCallingAdvisor,
  ToolSearchToolCallingAdvisor,
  type ChatClientResponse,
  type ChatMemory,
  type ChatRequestSpec,
  type Message,
  type TurnEvent,
} from '@vernal/chat'
import { ScriptedChatModel, type ScriptedAnswer } from '@vernal/chat/testing'
import { functionTool, KeywordToolIndex, ToolSet, type ToolCallback, type ToolCallEvent } from '@vernal/tools'
import { managerOf, resultsOf, ROUND_USAGE, type CallTrace, type Observed, type Scenario } from './scenario'

/** A way by which calls come to the gate. */
export interface Origin {
  readonly name: string
  readonly run: (scenario: Scenario) => Promise<Observed>
}

/** What an origin changes of the plain call. */
interface Variation {
  readonly streaming?: boolean
  readonly maxConcurrency?: number
  /** Stands beside the calls of every round. */
  readonly neighbours?: boolean
  /** The turn is suspended before the scenario's first round, and resumed. */
  readonly resumed?: boolean
  /** The model finds the tools of the scenario first. */
  readonly searched?: boolean
}

/** Direct where the tools of the scenario are, so that it does not decide how the round ends. */
const neighbourOf = ({ tools }: Scenario): ToolCallback =>
  functionTool({
    name: 'neighbour',
    description: 'Stands beside',
    execute: () => 'here',
    returnDirect: tools.every(({ metadata }) => metadata.returnDirect),
  })
const CONSENT = functionTool({ name: 'consent', description: 'Waits', approval: 'required', execute: () => 'given' })
const ADDED = new Set(['neighbour', 'consent', 'toolSearchTool'])

function script({ rounds }: Scenario, { neighbours, resumed, searched }: Variation): ScriptedAnswer[] {
  const beside = { name: 'neighbour' }
  const calls = rounds.map((round) => (neighbours ? [beside, ...round, beside] : round))
  const searching = searched ? [[{ name: 'toolSearchTool', arguments: { query: 'work' } }]] : []
  const all = [...searching, ...(resumed ? [[{ name: 'consent' }]] : []), ...calls]
  return [...all.map((round) => ({ calls: round, usage: ROUND_USAGE })), { text: 'done', usage: ROUND_USAGE }]
}

function clientOf(scenario: Scenario, variation: Variation, model: ScriptedChatModel, memory: ChatMemory): ChatClient {
  const manager = managerOf(scenario, variation.maxConcurrency)
  return new ChatClient({
    model,
    tools: [...scenario.tools, neighbourOf(scenario), CONSENT],
    advisors: [new MessageChatMemoryAdvisor(memory, scenario.memory), ...(scenario.advisors?.() ?? [])],
    toolCallingAdvisor: variation.searched
      ? new ToolSearchToolCallingAdvisor({ ...scenario.loop, manager, toolIndex: new KeywordToolIndex() })
      : new ToolCallingAdvisor({ ...scenario.loop, manager }),
  })
}

async function lastResponse(request: ChatRequestSpec, streaming = false): Promise<ChatClientResponse> {
  if (!streaming) return request.call().chatClientResponse()
  let last: ChatClientResponse | undefined
  for await (const response of request.stream().chatClientResponse()) last = response
  if (!last) throw new Error('the stream was empty')
  return last
}

async function resume(
  client: ChatClient,
  response: ChatClientResponse,
  prepare: (spec: ChatRequestSpec) => ChatRequestSpec,
  streaming?: boolean,
) {
  const { outcome } = response
  if (outcome?.type !== 'approvalRequired') throw new Error('the turn was not suspended')
  const decisions = Object.fromEntries(outcome.approvals.map(({ id }) => [id, approve()]))
  return lastResponse(prepare(client.resume(outcome.state, decisions)), streaming)
}

const throughClient =
  (variation: Variation) =>
  async (scenario: Scenario): Promise<Observed> => {
    const model = new ScriptedChatModel(script(scenario, variation))
    const memory = new MessageWindowChatMemory()
    const client = clientOf(scenario, variation, model, memory)
    const events: TurnEvent[] = []
    const prepare = (spec: ChatRequestSpec): ChatRequestSpec => {
      const listening = spec.toolContext(scenario.toolContext ?? {}).onEvent((event) => events.push(event))
      return scenario.signal ? listening.signal(scenario.signal) : listening
    }
    const seen = async () => ({
      events,
      calls: events.flatMap(traceOf),
      memory: await memory.get('c'),
      history: model.prompts.at(-1)?.messages ?? [],
    })
    try {
      const first = prepare(client.prompt('go').conversation('c'))
      let last = await lastResponse(first, variation.streaming)
      if (variation.resumed) last = await resume(client, last, prepare, variation.streaming)
      const { complete, outcome, messages = [] } = last
      return {
        text: responseText(complete),
        results: resultsOf(messages, ADDED),
        ...(await seen()),
        ...(outcome ? { outcome } : {}),
        ...(complete?.metadata.usage ? { usage: complete.metadata.usage } : {}),
      }
    } catch (error) {
      return { error, results: [], ...(await seen()) }
    }
  }

/** A goal of an agent, which has rounds to spare, so that the loop's own bounds decide. */
async function byAgent(scenario: Scenario): Promise<Observed> {
  const model = new ScriptedChatModel(script(scenario, {}))
  const memory = new MessageWindowChatMemory()
  const agent = new ReactAgent({ chatClient: clientOf(scenario, {}, model, memory), maxRounds: 50 })
  const context = new AgentContext('go', 'c')
  const events: TurnEvent[] = []
  const { toolContext = {} } = scenario
  const signal = scenario.signal ? { signal: scenario.signal } : {}
  const seen = async () => ({
    events,
    calls: events.flatMap(traceOf),
    memory: await memory.get('c'),
    history: model.prompts.at(-1)?.messages ?? [],
  })
  try {
    await agent.run('go', { toolContext, onEvent: (event) => events.push(event), ...signal }, context)
    const { answer: text, outcome, usage, observations } = context
    const results = observations.map(({ callId, tool: name, result: content, isError }) => ({
      ...{ callId, name, content },
      ...(isError ? { isError } : {}),
    }))
    return { text, results, ...(await seen()), ...(outcome ? { outcome } : {}), ...(usage ? { usage } : {}) }
  } catch (error) {
    return { error, results: [], ...(await seen()) }
  }
}

/** The loop switched off, and driven by the application. */
async function byHand(scenario: Scenario): Promise<Observed> {
  const model = new ScriptedChatModel(script(scenario, {}))
  const memory = new MessageWindowChatMemory()
  const client = clientOf(scenario, {}, model, memory)
  const manager = managerOf(scenario)
  const options = { tools: ToolSet.of(scenario.tools) }
  const events: TurnEvent[] = []
  const calls: CallTrace[] = []
  const onEvent = (event: ToolCallEvent): unknown => calls.push(...gateTraceOf(event))
  let messages: readonly Message[] = [{ role: 'user', content: 'go' }]
  const seen = async () => ({ events, calls, memory: await memory.get('c'), history: messages })
  try {
    for (;;) {
      const asked = client.prompt({ messages, options: {} }).toolContext(scenario.toolContext ?? {})
      const request = asked.conversation('c').toolCalling(false)
      const heard = request.onEvent((event) => events.push(event))
      const response = await (scenario.signal ? heard.signal(scenario.signal) : heard).call().chatResponse()
      if (!response.generations[0]?.message.toolCalls) {
        return { text: responseText(response), results: resultsOf(messages, ADDED), ...(await seen()) }
      }
      const execution = { signal: scenario.signal, toolContext: scenario.toolContext, onEvent }
      const result = await manager.executeToolCalls({ messages, options }, response, execution)
      if (result.suspended.length > 0) return { results: result.results, ...(await seen()) }
      messages = result.conversationHistory
      if (result.returnDirect) return { results: result.results, ...(await seen()) }
    }
  } catch (error) {
    return { error, results: [], ...(await seen()) }
  }
}

/** A call that waits for consent is not settled. */
function gateTraceOf(event: ToolCallEvent): readonly CallTrace[] {
  if (event.type === 'tool-started') return [{ callId: event.callId, step: 'started' }]
  return event.type === 'tool-ended' && event.outcome.type !== 'suspension'
    ? [{ callId: event.callId, step: 'ended' }]
    : []
}

function traceOf(event: TurnEvent): readonly CallTrace[] {
  if (event.type === 'tool-call') return [{ callId: event.callId, step: 'started' }]
  return event.type === 'tool-result' || event.type === 'tool-error' ? [{ callId: event.callId, step: 'ended' }] : []
}

/** Every way by which calls come to the gate by now. */
export const ORIGINS: readonly Origin[] = [
  { name: 'direct', run: throughClient({}) },
  { name: 'streamed', run: throughClient({ streaming: true }) },
  { name: 'parallel batch', run: throughClient({ maxConcurrency: 4, neighbours: true }) },
  { name: 'resumed', run: throughClient({ resumed: true }) },
  { name: 'resumed stream', run: throughClient({ resumed: true, streaming: true }) },
  { name: 'found by search', run: throughClient({ searched: true }) },
  { name: 'found by search, streamed', run: throughClient({ searched: true, streaming: true }) },
  { name: 'through an agent', run: byAgent },
  { name: 'by hand', run: byHand },
]
