import { setTimeout as delay } from 'node:timers/promises'
import { runInThisContext } from 'node:vm'
import {
  ChatClient,
  MessageChatMemoryAdvisor,
  MessageWindowChatMemory,
  type Message,
  type MessageChatMemoryAdvisorOptions,
} from '@vernal/chat'
import { ScriptedChatModel, type ScriptedAnswer } from '@vernal/chat/testing'
import { functionTool, type ToolCallback } from '@vernal/tools'
import type { CaseTool, MemoryInput, MemoryStep, WireMessage } from './memory-case'

/** What was seen: one entry for each turn, in order, and what is remembered afterwards. */
export interface MemoryRun {
  readonly turns: readonly MemoryTurn[]
  readonly memory: readonly Message[]
}

/** What was seen of a turn. */
export interface MemoryTurn {
  /** What the model was sent, round by round. */
  readonly requests: readonly (readonly Message[])[]
  readonly text?: string
  readonly error?: unknown
}

const CONVERSATION = 'case'

/** Feeds an input to a ChatClient that remembers. */
export async function runMemoryCase(input: MemoryInput, options: MessageChatMemoryAdvisorOptions): Promise<MemoryRun> {
  const memory = new MessageWindowChatMemory(input.maxMessages ? { maxMessages: input.maxMessages } : {})
  const history = ownMessages(input.history ?? [])
  if (history.length > 0 && !input.duringTurn) await memory.add(CONVERSATION, history)
  const advisors = [new MessageChatMemoryAdvisor(memory, options)]
  const tools = (input.tools ?? [{ ...LOOKUP }]).map(toolOf)
  const take = (step: OwnStep) => takeTurn(step, advisors, tools)
  const turns = input.concurrent
    ? await Promise.all(input.concurrent.map(ownStep).map(take))
    : await oneByOne(stepsOf(input, history), take)
  await delay(0)
  return { turns, memory: await memory.get(CONVERSATION) }
}

interface OwnStep {
  readonly user: string
  readonly answers: readonly ScriptedAnswer[]
  readonly abortAfterMs?: number | undefined
}

function stepsOf(input: MemoryInput, history: readonly Message[]): readonly OwnStep[] {
  if (input.steps) return input.steps.map(ownStep)
  if (!input.duringTurn) return [{ user: input.newUserMessage ?? '', answers: ['ok'] }]
  const [question] = history
  const calls = history.flatMap((message) => (message.role === 'assistant' ? [answerOf(message)] : []))
  return [{ user: question?.role === 'user' ? question.content : '', answers: [...calls, 'ok'] }]
}

async function oneByOne<T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (const item of items) results.push(await run(item))
  return results
}

async function takeTurn(
  { user, answers, abortAfterMs }: OwnStep,
  advisors: readonly MessageChatMemoryAdvisor[],
  tools: readonly ToolCallback[],
): Promise<MemoryTurn> {
  const model = new ScriptedChatModel(answers)
  const aborting = new AbortController()
  const timer = abortAfterMs === undefined ? undefined : setTimeout(() => aborting.abort(), abortAfterMs)
  const client = new ChatClient({ model, tools, advisors })
  const asked = client.prompt(user).conversation(CONVERSATION).signal(aborting.signal).call()
  const seen = await asked.content().then(
    (text) => ({ text }),
    (error: unknown) => ({ error }),
  )
  clearTimeout(timer)
  return { ...seen, requests: model.prompts.map(({ messages }) => messages) }
}

function ownStep({ user, responses, abortAfterMs }: MemoryStep): OwnStep {
  const answers = responses.map(({ body }) => {
    const { choices } = JSON.parse(body) as { choices: readonly { readonly message: WireMessage }[] }
    const [message] = ownMessages(choices.map((choice) => choice.message))
    return message?.role === 'assistant' ? answerOf(message) : ''
  })
  return { user, answers, abortAfterMs }
}

const answerOf = (message: Extract<Message, { readonly role: 'assistant' }>): ScriptedAnswer => ({
  text: message.content,
  calls: message.toolCalls ?? [],
})

/** Results that follow each other are one message here. */
function ownMessages(messages: readonly WireMessage[]): readonly Message[] {
  const own: Message[] = []
  for (const { role, content, tool_calls: calls, tool_call_id: callId } of messages) {
    const text = content ?? ''
    if (role === 'user' || role === 'system') own.push({ role, content: text })
    else if (role === 'assistant')
      own.push({
        role,
        content: text,
        ...(calls ? { toolCalls: calls.map((call) => ({ id: call.id, ...call.function })) } : {}),
      })
    else {
      const last = own.at(-1)
      const earlier = last?.role === 'tool' ? last.results : []
      if (last?.role === 'tool') own.pop()
      own.push({ role: 'tool', results: [...earlier, { callId: callId ?? '', name: 'lookup', content: text }] })
    }
  }
  return own
}

const LOOKUP: CaseTool = {
  name: 'lookup',
  description: 'Looks something up',
  parameters: { type: 'object', properties: { q: { type: 'string' } } },
  behavior: { type: 'return', value: 'found' },
}

const toolOf = ({ name, description, parameters, behavior }: CaseTool): ToolCallback =>
  functionTool({ name, description, parameters, execute: (args) => behave(behavior, args) })

async function behave({ type, ms, value, source }: CaseTool['behavior'], args: unknown): Promise<unknown> {
  if (type === 'return') return value
  if (type === 'delay') return delay(ms, value, { ref: false })
  if (type === 'js') return (runInThisContext(`(${source ?? ''})`) as (args: unknown) => Promise<unknown>)(args)
  throw new Error(`not run: a tool that does "${type}"`)
}
