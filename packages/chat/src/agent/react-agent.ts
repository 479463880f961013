import { z } from 'zod'
import { invalidOption } from '../chat-error'
import type { ChatClient } from '../client/chat-client'
import type { ChatRequestSpec } from '../client/chat-request-spec'
import type { ToolSource } from '../client/tool-source'
import type { ApprovalDecisions } from '../loop/turn-approvals'
import type { TurnEventSink } from '../loop/turn-event'
import { AgentContext } from './agent-context'
import { RoundLimitAdvisor } from './round-limit-advisor'

/** What a {@link ReactAgent} is made of. */
export interface ReactAgentOptions {
  readonly chatClient: ChatClient
  /** How it works, as the system text. Default: the client's. */
  readonly instructions?: string
  /** Beside the client's. */
  readonly tools?: readonly ToolSource[]
  /** Model calls of one turn, at least 1; the last is made with tools switched off, so that it answers. Default 10. */
  readonly maxRounds?: number
  /** Whether it makes a plan first, in a request of its own. Default false. */
  readonly planning?: boolean
}

/** What belongs to one task. */
export interface AgentRunOptions {
  /** Values of the tools' `ToolContext`. */
  readonly toolContext?: Readonly<Record<string, unknown>>
  /** For a client that remembers. */
  readonly conversationId?: string
  readonly signal?: AbortSignal
  /** Told what happens, beside the context. */
  readonly onEvent?: TurnEventSink
}

const Plan = z.object({ steps: z.array(z.string()).max(20).describe('What to do, in order; one sentence each.') })

/**
 * Works toward a goal: thinks, acts with tools, looks at what came of it, until it answers. It is a request of a
 * {@link ChatClient} with its tools and advisors; the loop is the client's.
 *
 * ```ts
 * const { answer, observations } = await new ReactAgent({ chatClient, tools: [orders] }).run('Refund order A-1.')
 * ```
 */
export class ReactAgent {
  readonly #options: ReactAgentOptions
  readonly #maxRounds: number

  /** @throws {ChatError} `CHAT_OPTION_INVALID` when `maxRounds` is not a whole number above 0 */
  constructor(options: ReactAgentOptions) {
    this.#options = options
    this.#maxRounds = options.maxRounds ?? 10
    if (!Number.isInteger(this.#maxRounds) || this.#maxRounds < 1) {
      throw invalidOption('maxRounds', this.#maxRounds, 'It must be a whole number of at least 1.')
    }
  }

  /**
   * Works until there is an answer, or calls wait for consent.
   *
   * @param context to look at the work while it goes on, or after it failed; default a new one
   */
  async run(goal: string, options: AgentRunOptions = {}, context?: AgentContext): Promise<AgentContext> {
    const known = context ?? new AgentContext(goal, options.conversationId)
    if (this.#options.planning) await this.#plan(known, options)
    const request = withSystem(this.#options.chatClient.prompt(goal), this.#systemText(known))
    return this.#work(request, known, options)
  }

  /**
   * Goes on with a task that waits for consent.
   *
   * @throws {ChatError} `CHAT_OPTION_INVALID` when it does not wait
   */
  async resume(
    context: AgentContext,
    decisions: ApprovalDecisions,
    options: AgentRunOptions = {},
  ): Promise<AgentContext> {
    const { outcome } = context
    if (outcome?.type !== 'approvalRequired') {
      throw invalidOption('The outcome of an agent that resumes', outcome?.type, 'It must be approvalRequired.')
    }
    return this.#work(this.#options.chatClient.resume(outcome.state, decisions), context, options)
  }

  async #plan(context: AgentContext, options: AgentRunOptions): Promise<void> {
    const question = `${context.goal}\n\nDo not do it yet: plan the steps.`
    const request = withSystem(this.#options.chatClient.prompt(question), this.#options.instructions)
    const asked = this.#equipped(request, context, options).options({ toolChoice: 'none' })
    const { entity, response } = await asked.call().responseEntity(Plan)
    context.planned(entity.steps)
    context.spent(response.chatResponse.metadata.usage)
  }

  async #work(request: ChatRequestSpec, context: AgentContext, options: AgentRunOptions): Promise<AgentContext> {
    const { onEvent } = options
    const watched = this.#equipped(request, context, options)
      .advisors(new RoundLimitAdvisor(Math.max(1, this.#maxRounds - context.rounds)))
      .onEvent((event) => context.take(event))
    context.answered(await (onEvent ? watched.onEvent(onEvent) : watched).call().content())
    return context
  }

  #equipped(request: ChatRequestSpec, context: AgentContext, options: AgentRunOptions): ChatRequestSpec {
    const { toolContext, signal } = options
    const conversationId = options.conversationId ?? context.conversationId
    let equipped = request.tools(...(this.#options.tools ?? []))
    if (toolContext) equipped = equipped.toolContext(toolContext)
    if (conversationId !== undefined) equipped = equipped.conversation(conversationId)
    return signal ? equipped.signal(signal) : equipped
  }

  #systemText({ plan }: AgentContext): string | undefined {
    if (plan.length === 0) return this.#options.instructions
    const steps = plan.map((step, index) => `${index + 1}. ${step}`).join('\n')
    return [this.#options.instructions, `The plan:\n${steps}`].filter(Boolean).join('\n\n')
  }
}

const withSystem = (request: ChatRequestSpec, text: string | undefined): ChatRequestSpec =>
  text === undefined ? request : request.system(text)
