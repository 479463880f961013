import { assistantMessage, ChatModel, type AssistantMessage, type ChatResponse, type Prompt } from '@vernal/chat'
import type { ToolDefinition } from '@vernal/tools'
import { answerFrom } from './answer-writer'
import { greetingReply } from './greeting'
import { planCalls, type Plan } from './next-calls'
import { Question } from './question'
import { runningTurn, TOOL_SEARCH, type RunningTurn } from './running-turn'
import { asksForMissingAction } from './tool-picker'
import { estimatedUsage } from './token-estimate'

/** What the offline model is, in words for a log. */
export const OFFLINE_MODEL_NOTICE =
  'The offline model is a stand-in that matches words; it is not a language model and understands nothing.'

/** How an {@link OfflineChatModel} behaves. */
export interface OfflineChatModelOptions {
  /** The most rounds of tool calls in one turn. Default 4. */
  readonly maxRounds?: number
  /** What `today` and `tomorrow` are counted from. Default: the clock. */
  readonly now?: () => Date
}

/**
 * A stand-in for a model that needs no network, no key and no weights. It is not a language model.
 *
 * It picks among the offered tools by the words of the question, fills their arguments from the question by schema, and
 * answers from what the tools return. The same conversation always gets the same answer. Tools that change something
 * are called only when the question asks for it in the words of the tool's name.
 *
 * Made for first runs, guides and tests. It knows English word forms and nothing else.
 */
export class OfflineChatModel extends ChatModel {
  readonly #maxRounds: number
  readonly #now: () => Date

  constructor(options: OfflineChatModelOptions = {}) {
    super()
    this.#maxRounds = options.maxRounds ?? 4
    this.#now = options.now ?? (() => new Date())
  }

  override async call(prompt: Prompt, signal?: AbortSignal): Promise<ChatResponse> {
    signal?.throwIfAborted()
    const tools = prompt.options.tools?.definitions ?? []
    const message = this.#answer(prompt, tools)
    return {
      generations: [{ message, finishReason: message.toolCalls ? 'tool-calls' : 'stop' }],
      metadata: { model: 'offline', usage: estimatedUsage(prompt.messages, tools, message) },
    }
  }

  /** The answer of {@link call}, word by word. */
  override async *stream(prompt: Prompt, signal?: AbortSignal): AsyncGenerator<ChatResponse, void, undefined> {
    const { generations, metadata } = await this.call(prompt, signal)
    const [generation] = generations
    for (const content of generation?.message.content.match(/\S+\s*/g) ?? []) {
      signal?.throwIfAborted()
      yield { generations: [{ message: { role: 'assistant', content } }], metadata: { model: 'offline' } }
    }
    yield { generations: generations.map((each) => ({ ...each, message: { ...each.message, content: '' } })), metadata }
  }

  #answer(prompt: Prompt, tools: readonly ToolDefinition[]): AssistantMessage {
    const turn = runningTurn(prompt.messages)
    const isGreeting = turn.rounds === 0 && greetingReply(turn.question) !== undefined
    // Searched for once, tools are there or are not.
    const callable = turn.hasSearched ? tools.filter(({ name }) => name !== TOOL_SEARCH) : tools
    const plan = planCalls({
      turn,
      tools: callable,
      toolChoice: isGreeting ? (prompt.options.toolChoice ?? 'none') : prompt.options.toolChoice,
      maxRounds: this.#maxRounds,
      today: this.#now(),
    })
    if (plan.calls.length === 0) return assistantMessage(withoutCalls(turn, plan, callable))
    const calls = prompt.options.parallelToolCalls === false ? plan.calls.slice(0, 1) : plan.calls
    return assistantMessage(
      '',
      calls.map((call, index) => ({ id: callId(prompt, index), ...call })),
    )
  }
}

/** Unique in its conversation, and the same each time the conversation is had. */
const callId = (prompt: Prompt, index: number): string => `offline_${prompt.messages.length}_${index + 1}`

function withoutCalls(turn: RunningTurn, plan: Plan, tools: readonly ToolDefinition[]): string {
  if (turn.results.length > 0) return fromResults(turn, tools)
  const greeting = greetingReply(turn.question)
  if (greeting !== undefined) return tools.length === 0 ? greeting : `${greeting} ${abilities(tools)}`
  const [unfilled] = plan.unfilled
  if (unfilled) {
    return `I could use ${unfilled.name}, but the question does not say what ${unfilled.missing.join(' and ')} should be.`
  }
  if (tools.length === 0 && !turn.hasSearched)
    return 'I am the offline stand-in, not a language model, and I was offered no tools: I cannot answer.'
  return `None of my tools fits this question, and I am the offline stand-in, not a language model. ${abilities(tools)}`.trim()
}

function fromResults({ question: text, results }: RunningTurn, tools: readonly ToolDefinition[]): string {
  const question = new Question(text)
  const answer = answerFrom(results, question)
  return asksForMissingAction(question, tools)
    ? `None of my tools does that. This is what I found:\n\n${answer}`
    : answer
}

const MOST_ABILITIES = 8

function abilities(tools: readonly ToolDefinition[]): string {
  if (tools.length === 0) return ''
  const shown = tools.slice(0, MOST_ABILITIES).map(({ name, description }) => `${name} (${firstSentence(description)})`)
  const more = tools.length > MOST_ABILITIES ? `, and ${tools.length - MOST_ABILITIES} more` : ''
  return `What I could call: ${shown.join(', ')}${more}.`
}

const firstSentence = (text: string): string =>
  (text.split(/(?<=[.!?])\s/)[0] ?? '').replace(/[.!?]$/, '') || 'no description'
