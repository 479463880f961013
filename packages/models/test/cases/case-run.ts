import { runInThisContext } from 'node:vm'
import { setTimeout as delay } from 'node:timers/promises'
import {
  ChatClient,
  MessageChatMemoryAdvisor,
  MessageWindowChatMemory,
  responseText,
  ToolCallingAdvisor,
  ToolCallingManager,
  type ChatOptions,
  type ChatResponse,
  type Message,
} from '@vernal/chat'
import { OpenAiChatModel, type OpenAiChatModelOptions } from '@vernal/models/openai'
import { OpenAiLoopbackServer, text, type RecordedRequest, type ScriptedReply } from '@vernal/models/testing'
import { functionTool, ToolGate, type ToolCallback, type ToolContext } from '@vernal/tools'
import type { WireInput, WireResponse, WireTool } from './wire-case'

/** What was seen when an input was fed to the model, the loop and the client. */
export interface CaseRun {
  readonly invocations: readonly { readonly tool: string; readonly args: unknown }[]
  readonly requests: readonly RecordedRequest[]
  readonly answer: ChatResponse | undefined
  readonly text: string | undefined
  readonly error: unknown
  readonly elapsedMs: number
  /** What the conversation remembers afterwards. */
  readonly memory: readonly Message[]
  readonly unhandledRejections: readonly unknown[]
  /** The request of a later turn, made from memory that was written down and read again. */
  readonly reloadedRequest: RecordedRequest | undefined
  readonly violations: readonly string[]
}

/** Something an input asks for that has no setting here. */
export class NotSupported extends Error {}

/** A server hears only a little later that its client is gone. */
const LONGEST_CLOSING_MS = 2_000

/** Feeds an input to a ChatClient over an OpenAiChatModel over a real socket. */
export async function runCase(input: WireInput): Promise<CaseRun> {
  const replies = input.responses.map(scriptedReply)
  const server = await OpenAiLoopbackServer.start({
    replies: input.repeatLast ? replies : [...replies, text('(a reply too many)')],
    repeatLast: true,
  })
  const unhandledRejections: unknown[] = []
  const onUnhandled = (reason: unknown): unknown => unhandledRejections.push(reason)
  process.on('unhandledRejection', onUnhandled)
  try {
    return { ...(await runAgainst(server, input)), unhandledRejections, violations: server.violations }
  } finally {
    process.off('unhandledRejection', onUnhandled)
    await server.close()
  }
}

async function runAgainst(
  server: OpenAiLoopbackServer,
  input: WireInput,
): Promise<Omit<CaseRun, 'unhandledRejections' | 'violations'>> {
  const invocations: { tool: string; args: unknown }[] = []
  const memory = new MessageWindowChatMemory()
  const settings = settingsOf(input.options ?? {})
  const model = new OpenAiChatModel({
    model: 'test-model',
    apiKey: 'sk-test',
    baseUrl: server.baseUrl,
    ...settings.model,
  })
  const client = new ChatClient({
    model,
    toolCallingAdvisor: new ToolCallingAdvisor({
      ...settings.loop,
      manager: new ToolCallingManager({ gate: new ToolGate(settings.gate) }),
    }),
    advisors: [new MessageChatMemoryAdvisor(memory, { keepToolMessages: true })],
  })
  const tools = (input.tools ?? []).map((tool) => wireTool(tool, invocations))
  const startedAt = performance.now()
  const { answer, error } = await ask(client, input, tools, settings.chat)
  const elapsedMs = performance.now() - startedAt
  const requests = [...server.requests]
  await Promise.race([
    Promise.all(requests.map((request) => request.ended)),
    delay(LONGEST_CLOSING_MS, undefined, { ref: false }),
  ])
  const remembered = await memory.get('case')
  return {
    invocations,
    requests,
    answer,
    text: answer && responseText(answer),
    error,
    elapsedMs,
    memory: remembered,
    reloadedRequest: error === undefined ? await askFromMemory(server, model, remembered) : undefined,
  }
}

async function ask(client: ChatClient, input: WireInput, tools: readonly ToolCallback[], options: ChatOptions) {
  const aborting = new AbortController()
  const timer = input.abortAfterMs === undefined ? undefined : setTimeout(() => aborting.abort(), input.abortAfterMs)
  const spec = client
    .prompt()
    .messages(...input.messages.map(({ role, content }) => ({ role, content }) as Message))
    .tools(...tools)
    .options(options)
    .conversation('case')
    .signal(aborting.signal)
  try {
    if (!input.stream) return { answer: (await spec.call().chatClientResponse()).complete, error: undefined }
    let answer: ChatResponse | undefined
    for await (const { complete } of spec.stream().chatClientResponse()) answer = complete
    return { answer, error: undefined }
  } catch (error) {
    return { answer: undefined, error }
  } finally {
    clearTimeout(timer)
  }
}

async function askFromMemory(server: OpenAiLoopbackServer, model: OpenAiChatModel, memory: readonly Message[]) {
  const reloaded = JSON.parse(JSON.stringify(memory)) as Message[]
  await model
    .call({ messages: [...reloaded, { role: 'user', content: 'and now?' }], options: {} })
    .catch(() => undefined)
  return server.requests.at(-1)
}

interface Settings {
  readonly chat: ChatOptions
  readonly model: Partial<OpenAiChatModelOptions>
  readonly loop: { maxRounds?: number }
  readonly gate: { timeoutMs?: number; maxResultChars?: number }
}

function settingsOf(options: Readonly<Record<string, unknown>>): Settings {
  const settings = { chat: {}, model: {}, loop: {}, gate: {} }
  for (const [name, value] of Object.entries(options)) {
    const place = PLACES[name]
    if (!place) throw new NotSupported(`the option ${name}`)
    Object.assign(settings[place[0]], { [place[1]]: value })
  }
  return settings
}

const PLACES: Readonly<Record<string, readonly ['chat' | 'model' | 'loop' | 'gate', string]>> = {
  toolChoice: ['chat', 'toolChoice'],
  parallelToolCalls: ['chat', 'parallelToolCalls'],
  idleTimeoutMs: ['model', 'idleTimeoutMs'],
  timeoutMs: ['model', 'timeoutMs'],
  maxRetries: ['model', 'maxRetries'],
  apiKey: ['model', 'apiKey'],
  maxIterations: ['loop', 'maxRounds'],
  toolTimeoutMs: ['gate', 'timeoutMs'],
  maxToolResultChars: ['gate', 'maxResultChars'],
}

function scriptedReply(response: WireResponse): ScriptedReply {
  if (response.thenRepeat !== undefined) throw new NotSupported('thenRepeat')
  return () => {
    const headers = Object.entries(response.headers ?? {}).map(([name, value]) => [name, filledIn(value)])
    return { ...response, headers: Object.fromEntries(headers) as Record<string, string> }
  }
}

function filledIn(value: string): string {
  const date = /^<HTTP date (\d+) s in the future>$/.exec(value)
  if (date) return new Date(Date.now() + Number(date[1]) * 1000).toUTCString()
  if (value.startsWith('<')) throw new NotSupported(value)
  return value
}

function wireTool(tool: WireTool, invocations: { tool: string; args: unknown }[]): ToolCallback {
  const behave = behaviour(tool)
  return functionTool({
    name: tool.name,
    description: tool.description,
    parameters: tool.parameters,
    execute: (args, context) => {
      invocations.push({ tool: tool.name, args })
      return behave(args, context)
    },
  })
}

type Behaviour = (args: unknown, context: ToolContext) => unknown

function behaviour({ behavior }: WireTool): Behaviour {
  switch (behavior.type) {
    case 'return':
      return () => behavior.value
    case 'echoArgs':
      return (args) => args
    case 'throw':
      return () => {
        throw new Error(behavior.message ?? String(behavior.value))
      }
    case 'js':
      return behaviourOf(behavior.source ?? '')
    default:
      throw new NotSupported(`the behaviour ${behavior.type}`)
  }
}

/** The behaviour is given as source text. Its timers do not keep the process of the tests alive. */
function behaviourOf(source: string): Behaviour {
  const make = runInThisContext(`(setTimeout, globalThis, Error) => (${source})`) as (...names: unknown[]) => Behaviour
  const unheld = (done: () => void, ms: number, ...args: []) => setTimeout(done, ms, ...args).unref()
  return make(unheld, globalThis, Error)
}
