import { isWireObject, wireList } from '../wire-value'

/** The text of a `content` field: a string, or the text parts of a list. Thinking and other parts are not answer text. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content
  return isWireObject(content) ? partText(content) : wireList(content).map(partText).join('')
}

function partText(part: unknown): string {
  if (typeof part === 'string') return part
  if (!isWireObject(part) || typeof part.text !== 'string') return ''
  return part.type === undefined || part.type === 'text' || part.type === 'output_text' ? part.text : ''
}
