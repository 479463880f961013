import { Deadline } from '../deadline'
import { ModelError, providerFailed, reasonOf } from '../model-error'
import { retryAfterMs, retrying } from '../retry'
import { isWireObject, wireNumber, wireText, type WireObject } from '../wire-value'
import { withoutSecrets } from '../without-secrets'

/** How a provider is asked. */
export interface AiSdkAsking {
  /** The provider and the model, for people. */
  readonly name: string
  readonly maxRetries: number
  readonly signal: AbortSignal | undefined
}

/** Makes attempts as long as their failures may pass. The deadline of one that succeeds is left open. */
export function aiSdkAttempts<T>(
  { name, maxRetries, signal }: AiSdkAsking,
  attempt: (deadline: Deadline) => Promise<T>,
): Promise<T> {
  const once = async (): Promise<T> => {
    const deadline = new Deadline(signal)
    try {
      signal?.throwIfAborted()
      return await attempt(deadline)
    } catch (error) {
      deadline.close()
      throw signal?.aborted ? signal.reason : aiSdkFailure(name, error, deadline)
    }
  }
  return retrying(once, { maxRetries, signal })
}

/** The packages' errors say their status, whether to try again, and the headers of the answer. */
export function aiSdkFailure(name: string, error: unknown, deadline: Deadline): ModelError {
  const known = deadline.expiry ?? error
  if (known instanceof ModelError) return known
  const { statusCode, isRetryable, responseHeaders } = isErrorObject(error) ? error : {}
  const headers = isWireObject(responseHeaders) ? responseHeaders : {}
  return providerFailed(name, withoutSecrets(reasonOf(error), undefined), {
    cause: error,
    status: wireNumber(statusCode),
    isRetryable: isRetryable === true,
    retryAfterMs: retryAfterMs({ get: (header) => wireText(headers[header]) ?? null }),
  })
}

const isErrorObject = (value: unknown): value is WireObject => typeof value === 'object' && value !== null
