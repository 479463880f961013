/** A failure case of another system: what is fed, and what must come of it. */
export interface MemoryCase {
  readonly id: string
  readonly title: string
  readonly input: MemoryInput
  readonly expected: { readonly summary: string; readonly checks: readonly CaseCheck[] }
}

/** What is fed. */
export interface MemoryInput {
  readonly maxMessages?: number
  readonly history?: readonly WireMessage[]
  readonly newUserMessage?: string
  /** The history is a turn that still runs: its calls are made again, and the next request is looked at. */
  readonly duringTurn?: boolean
  readonly steps?: readonly MemoryStep[]
  readonly concurrent?: readonly MemoryStep[]
  readonly tools?: readonly CaseTool[]
}

/** One turn. */
export interface MemoryStep {
  readonly user: string
  readonly responses: readonly { readonly body: string }[]
  readonly abortAfterMs?: number
}

/** A tool by what it does. */
export interface CaseTool {
  readonly name: string
  readonly description: string
  readonly parameters: Readonly<Record<string, unknown>>
  readonly behavior: { readonly type: string; readonly ms?: number; readonly value?: unknown; readonly source?: string }
}

/** A message in the form of chat completions. */
export interface WireMessage {
  readonly role: string
  readonly content: string | null
  readonly tool_call_id?: string
  readonly tool_calls?: readonly {
    readonly id: string
    readonly function: { readonly name: string; readonly arguments: string }
  }[]
}

/** One thing to look at. */
export interface CaseCheck {
  readonly check: string
  readonly [field: string]: unknown
}
