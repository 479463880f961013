import { runInThisContext } from 'node:vm'
import { setTimeout as delay } from 'node:timers/promises'
import { MessageChatMemoryAdvisor, MessageWindowChatMemory } from '@vernal/chat'
import { OpenAiLoopbackServer, text, type RecordedRequest, type ScriptedReply } from '@vernal/models/testing'
import {
  Bean,
  ChatClient,
  ChatModel,
  Configuration,
  functionTool,
  responseText,
  ToolCallbackProvider,
  type ChatOptions,
  type ChatResponse,
  type Message,
  type ToolCallback,
  type ToolContext,
} from 'vernal'
import { start } from '../start'
import type { WireInput, WireResponse, WireTool } from './wire-case'

/** What was seen when an input was fed to a running application. */
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
  /** What was written to the log. */
  readonly log: string
}

/** Something an input asks for that has no setting here. */
export class NotSupported extends Error {}

/** A server hears only a little later that its client is gone. */
const LONGEST_CLOSING_MS = 2_000

/** Feeds an input to the ChatClient of an application whose model is a scripted server, over real sockets. */
export async function runCase(input: WireInput): Promise<CaseRun> {
  const replies = input.responses.map(scriptedReply)
  const server = await OpenAiLoopbackServer.start({
    replies: input.repeatLast ? replies : [...replies, text('(a reply too many)')],
    repeatLast: true,
  })
  const lines: string[] = []
  const stderr = jest.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
  const unhandledRejections: unknown[] = []
  const onUnhandled = (reason: unknown): unknown => unhandledRejections.push(reason)
  process.on('unhandledRejection', onUnhandled)
  try {
    const seen = await runAgainst(server, input)
    return { ...seen, unhandledRejections, violations: server.violations, log: lines.join('') }
  } finally {
    stderr.mockRestore()
    process.off('unhandledRejection', onUnhandled)
    await server.close()
  }
}

async function runAgainst(
  server: OpenAiLoopbackServer,
  input: WireInput,
): Promise<Omit<CaseRun, 'unhandledRejections' | 'violations' | 'log'>> {
  const invocations: { tool: string; args: unknown }[] = []
  const memory = new MessageWindowChatMemory()
  const tools = toolsOf(input).map((tool) => wireTool(tool, invocations))
  const settings = settingsOf(input.options ?? {})
  await using app = await start({
    components: [configurationOf(memory, tools)],
    env: { OPENAI_BASE_URL: server.baseUrl, OPENAI_API_KEY: 'sk-test', OPENAI_MODEL: 'test-model' },
    properties: {
      ...settings.properties,
      'vernal.logging.level': input.logLevel ?? 'silent',
      'vernal.ai.chat.client.tool-search-advisor.enabled': input.deferredTools !== undefined,
    },
  })
  const startedAt = performance.now()
  const { answer, error } = await ask(app.get(ChatClient), input, settings.chat)
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
    reloadedRequest: error === undefined ? await askFromMemory(server, app.get(ChatModel), remembered) : undefined,
  }
}

/** The tools of a case as beans, and a memory around the turn. */
function configurationOf(memory: MessageWindowChatMemory, tools: readonly ToolCallback[]) {
  class CaseTools extends ToolCallbackProvider {
    override toolCallbacks(): readonly ToolCallback[] {
      return tools
    }
  }
  @Configuration()
  class CaseConfiguration {
    @Bean()
    caseTools(): CaseTools {
      return new CaseTools()
    }

    @Bean()
    memoryAdvisor(): MessageChatMemoryAdvisor {
      return new MessageChatMemoryAdvisor(memory, { keepToolMessages: true })
    }
  }
  return CaseConfiguration
}

async function ask(client: ChatClient, input: WireInput, options: ChatOptions) {
  const aborting = new AbortController()
  const timer = input.abortAfterMs === undefined ? undefined : setTimeout(() => aborting.abort(), input.abortAfterMs)
  const spec = client
    .prompt()
    .messages(...(input.messages ?? GO).map(({ role, content }) => ({ role, content }) as Message))
    .toolContext(Object.fromEntries((input.tools ?? []).flatMap((tool) => injectedBy(tool) ?? [])))
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

/** The tools that can be run, and those that stand beside them to be found. */
function toolsOf({ tools = [], deferredTools = [] }: WireInput): readonly WireTool[] {
  const others = deferredTools.filter(({ name }) => tools.every((tool) => tool.name !== name))
  return [
    ...tools,
    ...others.map((tool) => ({ ...tool, parameters: { type: 'object' }, behavior: { type: 'echoArgs' } })),
  ]
}

const GO = [{ role: 'user', content: 'go' }]

/** The argument that the host gives a tool from the context of the request, with its value. */
function injectedBy({ note = '' }: WireTool): [name: string, value: string][] | undefined {
  const [, name, value] =
    /takes (\w+), injected by the framework from the request context \(value "(\w+)"\)/.exec(note) ?? []
  if (name !== undefined && value !== undefined) return [[name, value]]
  if (note.includes('injected')) throw new NotSupported(`the note "${note}"`)
  return undefined
}

async function askFromMemory(server: OpenAiLoopbackServer, model: ChatModel, memory: readonly Message[]) {
  const reloaded = JSON.parse(JSON.stringify(memory)) as Message[]
  await model
    .call({ messages: [...reloaded, { role: 'user', content: 'and now?' }], options: {} })
    .catch(() => undefined)
  return server.requests.at(-1)
}

/** What the options of a case are here: options of the request, and properties of the application. */
function settingsOf(options: Readonly<Record<string, unknown>>) {
  const settings = { chat: {} as ChatOptions, properties: {} as Record<string, unknown> }
  for (const [name, value] of Object.entries(options)) {
    const property = PROPERTIES[name]
    if (property !== undefined) settings.properties[property] = value
    else if (REQUEST_OPTIONS.has(name)) settings.chat = { ...settings.chat, [name]: value }
    else throw new NotSupported(`the option ${name}`)
  }
  return settings
}

const REQUEST_OPTIONS: ReadonlySet<string> = new Set(['toolChoice', 'parallelToolCalls'])

/** Times without a unit are milliseconds. */
const PROPERTIES: Readonly<Record<string, string>> = {
  idleTimeoutMs: 'vernal.ai.openai.idle-timeout',
  timeoutMs: 'vernal.ai.openai.timeout',
  maxRetries: 'vernal.ai.openai.max-retries',
  apiKey: 'vernal.ai.openai.api-key',
  maxIterations: 'vernal.ai.chat.client.tool-calling.max-rounds',
  toolTimeoutMs: 'vernal.ai.tools.execution.timeout',
  maxToolResultChars: 'vernal.ai.tools.results.max-chars',
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
  const injected = injectedBy(tool)?.[0]?.[0]
  return functionTool({
    name: tool.name,
    description: tool.description,
    parameters: tool.parameters,
    execute: (args, context) => {
      const given = injected ? { ...(args as object), [injected]: context.get(injected) } : args
      invocations.push({ tool: tool.name, args: given })
      return behave(given, context)
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
