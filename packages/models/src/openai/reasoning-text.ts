import { isWireObject, wireList, wireText, type WireObject } from '../wire-value'

/** Where servers put what a model thought: DeepSeek, DashScope, llama.cpp; vLLM, Groq, OpenRouter, LM Studio; Ollama. */
const FIELDS = ['reasoning_content', 'reasoning', 'thinking'] as const

/** What a model thought, in a message or in a piece of one, however the server spells it; empty when it shows nothing. */
export function reasoningText(message: WireObject): string {
  for (const name of FIELDS) {
    // Some servers send one text under two names.
    const text = thoughtText(message[name])
    if (text !== '') return text
  }
  if (Array.isArray(message.reasoning_details)) return listText(message.reasoning_details)
  return typeof message.content === 'string' ? '' : contentThoughts(message.content)
}

function thoughtText(value: unknown): string {
  if (typeof value === 'string') return value
  return isWireObject(value) ? (wireText(value.text) ?? wireText(value.content) ?? wireText(value.summary) ?? '') : ''
}

const listText = (value: unknown): string => wireList(value).map(thoughtText).join('')

/** Mistral puts thoughts among the parts of the content. */
function contentThoughts(content: unknown): string {
  return wireList(content)
    .filter(isWireObject)
    .filter((part) => part.type === 'thinking' || part.type === 'reasoning')
    .map((part) => thoughtText(part.thinking ?? part.text) || listText(part.thinking))
    .join('')
}
