import { isDeepStrictEqual } from 'node:util'
import { conversationIdMissing } from '../chat-error'
import type { Message } from '../messages/message'
import type { ChatMemory } from '../memory/chat-memory'
import { turnStart } from '../loop/tool-call-limits'
import { ADVISOR_ORDER, MemoryAdvisor, type AdvisorNext } from './advisor'
import type { AdvisorContext, ChatClientRequest, ChatClientResponse } from './chat-client-request'
import { withMessages } from './tool-loop-round'

/** The name under which the conversation's id stands in the advisors' context. */
export const CONVERSATION_ID = 'chat_memory_conversation_id'

/** How a {@link MessageChatMemoryAdvisor} remembers. */
export interface MessageChatMemoryAdvisorOptions {
  /** Default `ADVISOR_ORDER.memory`, around the tool loop. An order above the loop's works as well: see `keepToolMessages`. */
  readonly order?: number
  /** Whether the calls of a turn and their results are remembered, too. Default false: what was asked and what was answered. */
  readonly keepToolMessages?: boolean
}

/**
 * Puts what a conversation remembers in front of each request, and stores each turn when it has ended.
 *
 * A caller who sends the conversation along, word for word, is not sent it twice.
 *
 * A turn is stored whole or not at all: one that failed, was aborted, filtered, cut short without an answer, or whose calls were
 * left to the caller leaves nothing. A caller who executes them and asks again, with what was said, has the turn stored then.
 * A text that the framework made is never stored as the model's. When tools answered directly, their calls and results are
 * stored, since they are what the user saw.
 *
 * The id of the conversation comes from the request: `prompt(…).conversation('…')`. There is no default id.
 */
export class MessageChatMemoryAdvisor extends MemoryAdvisor {
  override readonly memory: ChatMemory
  readonly #order: number
  readonly #keepToolMessages: boolean
  /** What each running turn began with; loaded once, however many rounds it has. */
  readonly #turns = new WeakMap<AdvisorContext, Promise<readonly Message[]>>()

  constructor(memory: ChatMemory, options: MessageChatMemoryAdvisorOptions = {}) {
    super()
    this.memory = memory
    this.#order = options.order ?? ADVISOR_ORDER.memory
    this.#keepToolMessages = options.keepToolMessages ?? false
  }

  override get order(): number {
    return this.#order
  }

  /** @throws {ChatError} `CHAT_CONVERSATION_ID_MISSING` when the request belongs to no conversation */
  override async *advise(request: ChatClientRequest, next: AdvisorNext): AsyncIterable<ChatClientResponse> {
    const remembered = await this.#begin(request)
    const { messages } = request.prompt
    const systems = messages.filter(({ role }) => role === 'system')
    const others = messages.filter(({ role }) => role !== 'system')
    const window = systems.length > 0 ? remembered.filter(({ role }) => role !== 'system') : remembered
    yield* next(withMessages(request, [...systems, ...window, ...others]))
  }

  #begin(request: ChatClientRequest): Promise<readonly Message[]> {
    const running = this.#turns.get(request.context)
    if (running) return running
    const conversationId = conversationOf(request.context)
    const { messages } = request.origin
    const loaded = this.memory.get(conversationId).then((stored) => (isWithin(stored, messages) ? [] : stored))
    this.#turns.set(request.context, loaded)
    const asked = messages.slice(turnStart(messages)).filter(({ role }) => role !== 'system')
    request.onEnd(async (response) => {
      const added = this.#worthKeeping(response)
      if (added.length > 0) await this.memory.add(conversationId, [...asked, ...added])
    })
    return loaded
  }

  #worthKeeping({ complete, outcome, messages = [] }: ChatClientResponse): readonly Message[] {
    if (complete?.generations[0]?.finishReason === 'content-filter') return []
    if (outcome?.type === 'returnDirect') return messages.slice(-2)
    if (outcome?.type === 'approvalRequired') return []
    if (outcome && 'answered' in outcome && !outcome.answered) return []
    if (isOfTools(messages.at(-1))) return []
    return this.#keepToolMessages ? messages : messages.slice(-1)
  }
}

/** Whether the caller has sent the conversation along: it is not put in front of itself. */
function isWithin(stored: readonly Message[], sent: readonly Message[]): boolean {
  const spoken = sent.filter(({ role }) => role !== 'system')
  const own = stored.filter(({ role }) => role !== 'system')
  if (own.length === 0 || own.length >= spoken.length) return false
  return spoken.some((_message, at) => isDeepStrictEqual(spoken.slice(at, at + own.length), own))
}

const isOfTools = (message: Message | undefined): boolean =>
  message?.role === 'tool' || (message?.role === 'assistant' && (message.toolCalls?.length ?? 0) > 0)

function conversationOf(context: AdvisorContext): string {
  const id = context.get(CONVERSATION_ID)
  if (typeof id !== 'string' || id.trim() === '') throw conversationIdMissing()
  return id
}
