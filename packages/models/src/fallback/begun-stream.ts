import type { ChatResponse } from '@vernal/chat'

/** A stream whose first chunk is there. */
export interface BegunStream {
  /** Undefined when the stream has no chunk at all. */
  readonly first: ChatResponse | undefined
  readonly rest: AsyncIterator<ChatResponse>
}

/** Waits for the first chunk; rejects when the stream fails before. */
export async function begun(stream: AsyncIterable<ChatResponse>): Promise<BegunStream> {
  const rest = stream[Symbol.asyncIterator]()
  const first = await rest.next()
  return { first: first.done === true ? undefined : first.value, rest }
}
