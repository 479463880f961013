import { createHash } from 'node:crypto'
import type { Message, Prompt } from '@vernal/chat'
import type { ToolCall, ToolDefinition, ToolSet } from '@vernal/tools'
import type { ToolSetMemo } from '../tool-set-memo'
import { sortedKeys } from './sorted-keys'

/** A prompt in the form it is written and compared in. */
export interface RecordedPrompt {
  readonly messages: readonly object[]
  /** Absent when there are none. */
  readonly options?: object
  /** Name and fingerprint of each tool, by name. Absent when there are none. */
  readonly tools?: readonly string[]
}

/** How prompts are recorded. */
export interface PromptRecording {
  /** Names of options that are left out. */
  readonly ignored: ReadonlySet<string>
  /** Remembers {@link toolLines}. */
  readonly tools: ToolSetMemo<readonly string[]>
}

/**
 * A prompt as plain data in which nothing depends on chance: call ids are counted in the order of the calls, keys are
 * sorted, arguments are data, and what providers attach to messages is left out.
 */
export function recordedPrompt(prompt: Prompt, { ignored, tools: memo }: PromptRecording): RecordedPrompt {
  const { tools, ...options } = prompt.options
  const kept = Object.entries(options).filter(([name, value]) => value !== undefined && !ignored.has(name))
  const ids = new CountedIds()
  return {
    messages: prompt.messages.map((message) => recordedMessage(message, ids)),
    ...(kept.length > 0 ? { options: sortedKeys(Object.fromEntries(kept)) as object } : {}),
    ...(tools === undefined || tools.size === 0 ? {} : { tools: memo.of(tools) }),
  }
}

function recordedMessage(message: Message, ids: CountedIds): object {
  switch (message.role) {
    case 'assistant': {
      const calls = (message.toolCalls ?? []).map((call) => recordedCall(call, ids))
      return {
        role: message.role,
        ...(message.content === '' ? {} : { content: message.content }),
        ...(calls.length > 0 ? { calls } : {}),
      }
    }
    case 'tool':
      return {
        role: message.role,
        results: message.results.map(({ callId, media, ...result }) => ({
          id: ids.of(callId),
          ...result,
          ...(media ? { media: fingerprinted(sortedKeys(media)) } : {}),
        })),
      }
    default: {
      const { role, content, ...rest } = message
      return { role, content, ...(fingerprinted(sortedKeys(rest)) as object) }
    }
  }
}

/** Long texts without spaces, such as the bytes of a picture, are told apart by their fingerprint alone. */
function fingerprinted(value: unknown): unknown {
  if (typeof value === 'string') return value.length > 200 && !/\s/.test(value) ? `sha256 ${sha256(value)}` : value
  if (Array.isArray(value)) return value.map(fingerprinted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, fingerprinted(field)]))
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

const recordedCall = (call: ToolCall, ids: CountedIds): object => ({
  id: ids.of(call.id),
  name: call.name,
  arguments: dataOf(call.arguments),
})

/** The arguments as data where they are JSON, so that neither spaces nor the order of keys count. */
function dataOf(text: string): unknown {
  try {
    return sortedKeys(JSON.parse(text))
  } catch {
    return text
  }
}

/** Name and fingerprint of each tool, by name. */
export const toolLines = (tools: ToolSet): readonly string[] => tools.definitions.map(toolLine).sort()

function toolLine({ name, description, inputSchema }: ToolDefinition): string {
  const definition = JSON.stringify(sortedKeys({ description, inputSchema }))
  return `${name} ${sha256(definition).slice(0, 8)}`
}

class CountedIds {
  readonly #ids = new Map<string, string>()

  of(id: string): string {
    const known = this.#ids.get(id) ?? `call-${this.#ids.size + 1}`
    this.#ids.set(id, known)
    return known
  }
}
