import type { ModelErrorCode } from '../model-error'

/** The codes after which another model is asked where nothing else is said. */
export const FALLBACK_CODES = [
  'MODEL_RATE_LIMITED',
  'MODEL_SERVER_FAILED',
  'MODEL_UNREACHABLE',
  'MODEL_TIMED_OUT',
  'MODEL_STREAM_IDLE',
  'MODEL_STREAM_CUT',
] as const satisfies readonly ModelErrorCode[]

/** What happens between several models that stand in for each other. */
export type ModelFallbackEvent =
  /** A model failed; `next` is asked now, absent when there is no other. */
  | {
      readonly type: 'model-failed'
      readonly model: string
      readonly error: unknown
      readonly next: string | undefined
    }
  /** A model answered, or its stream began; `failed` names those that were asked before it. */
  | { readonly type: 'model-answered'; readonly model: string; readonly failed: readonly string[] }

/** The code of a failure, whatever copy of a package made it. */
export function failureCode(error: unknown): string | undefined {
  const code: unknown = typeof error === 'object' && error !== null ? (error as { code?: unknown }).code : undefined
  return typeof code === 'string' ? code : undefined
}
