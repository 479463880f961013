import { ModelError, type ModelErrorCode } from '../model-error'
import type { RecordedFailure } from './cassette-entry'

/** What a model or its server did. Others are the affair of who records: a missing key, a wrong address, no network. */
const OF_MODELS: ReadonlySet<ModelErrorCode> = new Set<ModelErrorCode>([
  'MODEL_REQUEST_REFUSED',
  'MODEL_RATE_LIMITED',
  'MODEL_SERVER_FAILED',
  'MODEL_TIMED_OUT',
  'MODEL_STREAM_IDLE',
  'MODEL_STREAM_CUT',
  'MODEL_ANSWER_CUT',
  'MODEL_ANSWER_UNUSABLE',
  'MODEL_REPORTED_ERROR',
])

/** A failure as it is recorded; undefined when it is none of the model's. */
export function recordedFailure(error: unknown): RecordedFailure | undefined {
  if (!(error instanceof ModelError) || !OF_MODELS.has(error.code)) return undefined
  const { code, problem, action, status, isRetryable, retryAfterMs } = error
  if (code === 'MODEL_SERVER_FAILED' && status === undefined) return undefined
  return {
    code,
    problem,
    action,
    ...(status === undefined ? {} : { status }),
    ...(isRetryable ? { isRetryable } : {}),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  }
}

/** The failure again. */
export const failureAgain = ({ code, problem, action, ...details }: RecordedFailure): ModelError =>
  new ModelError(code, problem, action, details)
