/** A case as the files describe it: what a server sends, and what must come of it. */
export interface WireCase {
  readonly id: string
  readonly area: string
  readonly title: string
  readonly input: WireInput & { readonly variants?: readonly Partial<WireInput>[] }
  readonly expected: { readonly summary: string; readonly checks: readonly WireCheck[] }
}

export interface WireInput {
  readonly stream?: boolean
  readonly tools?: readonly WireTool[]
  /** Default: a user who says go. */
  readonly messages?: readonly { readonly role: string; readonly content: string }[]
  readonly responses: readonly WireResponse[]
  readonly repeatLast?: boolean
  readonly options?: Readonly<Record<string, unknown>>
  readonly abortAfterMs?: number
  /** Lines of the log from this level on are looked at. */
  readonly logLevel?: string
  /** Tools that the model has to search for. */
  readonly deferredTools?: readonly { readonly name: string; readonly description: string }[]
}

export interface WireTool {
  readonly name: string
  readonly description: string
  readonly parameters: Readonly<Record<string, unknown>>
  /** What the host adds to the arguments, in words. */
  readonly note?: string
  readonly behavior: {
    readonly type: string
    readonly value?: unknown
    readonly source?: string
    readonly ms?: number
    readonly message?: string
  }
}

export interface WireResponse {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly sse?: readonly string[]
  readonly sseBase64?: readonly string[]
  readonly thenHoldOpenMs?: number
  readonly thenRepeat?: unknown
}

export interface WireCheck {
  readonly check: string
  readonly variant?: number
  readonly [expectation: string]: unknown
}

/** The inputs of a case, one for each variant, with the checks that apply to it. */
export function variantsOf(wireCase: WireCase): readonly { input: WireInput; checks: readonly WireCheck[] }[] {
  const { variants, ...whole } = wireCase.input
  return (variants ?? [{}]).map((variant, index) => ({
    input: { ...whole, ...variant },
    checks: wireCase.expected.checks.filter((check) => check.variant === undefined || check.variant === index),
  }))
}
