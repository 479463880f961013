import type { Message } from '../messages/message'

/**
 * Keeps the newest turns that fit in `maxMessages`, whole and in their order.
 *
 * A turn begins with a user message, so a call is never kept without its results. The newest turn is always kept, however
 * long; so are system messages, which do not count.
 *
 * @param maxMessages at least 1
 */
export function messageWindow(messages: readonly Message[], maxMessages: number): readonly Message[] {
  const counted = messages.filter(({ role }) => role !== 'system')
  const tooMany = counted.length - maxMessages
  if (tooMany <= 0) return messages
  const starts = counted.flatMap(({ role }, index) => (role === 'user' ? [index] : []))
  const firstKept = starts.find((start) => start >= tooMany) ?? starts.at(-1) ?? 0
  const kept = new Set(counted.slice(firstKept))
  return messages.filter((message) => message.role === 'system' || kept.has(message))
}
