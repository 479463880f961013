import { assistantMessage, type ChatResponse, type ChatResponseMetadata, type Message } from '@vernal/chat'
import { streamCut } from '../model-error'
import { isWireObject, wireText, type WireObject } from '../wire-value'
import { AiSdkAnswer, aiSdkUsage } from './ai-sdk-answer'

/** Where a stream comes from, and what it answers. */
export interface AiSdkStreamSource {
  /** Names the model in errors. */
  readonly name: string
  readonly messages: readonly Message[]
}

/**
 * Reads the parts of a stream: text as it comes, then one last chunk with calls, finish reason and usage.
 *
 * @throws what an `error` part carries; {ModelError} `MODEL_STREAM_CUT` when there is no `finish` part
 */
export async function* readAiSdkStream(
  parts: AsyncIterable<unknown>,
  source: AiSdkStreamSource,
): AsyncGenerator<ChatResponse, void, undefined> {
  const answer = new AiSdkAnswer(source.messages)
  let metadata: ChatResponseMetadata = {}
  let finish: WireObject | undefined
  for await (const part of parts) {
    if (!isWireObject(part)) continue
    if (part.type === 'error') throw part.error
    if (part.type === 'finish') finish = part
    else if (part.type === 'response-metadata') metadata = responseMetadata(part)
    else if (part.type === 'text-delta') yield* textChunk(part, metadata)
    else yield* addPart(answer, part, metadata)
  }
  if (!finish) throw streamCut(source.name, '')
  const usage = aiSdkUsage(finish.usage)
  yield {
    generations: [answer.generation(finish.finishReason, false)],
    metadata: usage ? { ...metadata, usage } : metadata,
  }
}

/** Calls and reasoning are kept; reasoning is handed out as it comes, too. */
function addPart(answer: AiSdkAnswer, part: WireObject, metadata: ChatResponseMetadata): readonly ChatResponse[] {
  if (part.type === 'tool-call') answer.addCall(part)
  if (!REASONING.has(part.type)) return []
  const reasoning = wireText(part.delta) ?? ''
  answer.addReasoning(wireText(part.id) ?? '', reasoning, part.providerMetadata)
  return reasoning === '' ? [] : [{ generations: [{ message: assistantMessage(''), reasoning }], metadata }]
}

const REASONING: ReadonlySet<unknown> = new Set(['reasoning-start', 'reasoning-delta', 'reasoning-end'])

function textChunk(part: WireObject, metadata: ChatResponseMetadata): readonly ChatResponse[] {
  const content = wireText(part.delta) ?? wireText(part.textDelta)
  return content === undefined ? [] : [{ generations: [{ message: { role: 'assistant', content } }], metadata }]
}

/** Id and model of an answer. */
export function responseMetadata(response: unknown): ChatResponseMetadata {
  if (!isWireObject(response)) return {}
  const id = wireText(response.id)
  const model = wireText(response.modelId)
  return { ...(id === undefined ? {} : { id }), ...(model === undefined ? {} : { model }) }
}
