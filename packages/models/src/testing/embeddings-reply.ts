import type { FixedReply } from './fixed-reply'
import type { RecordedRequest } from './recorded-request'
import type { ScriptedReply } from './scripted-reply'

/**
 * The server answers with one embedding for each text: what the function makes of it, in the format the request asks for.
 * Tokens are counted as the words of the texts.
 */
export const embeddings = (embed: (text: string) => readonly number[]): ScriptedReply => {
  return ({ body }: RecordedRequest): FixedReply => {
    const texts = [body.input].flat().map(String)
    const isBase64 = body.encoding_format === 'base64'
    const data = texts.map((text, index) => {
      const numbers = embed(text)
      return { object: 'embedding', index, embedding: isBase64 ? base64Of(numbers) : numbers }
    })
    const tokens = texts.reduce((sum, text) => sum + text.split(/\s+/).length, 0)
    const usage = { prompt_tokens: tokens, total_tokens: tokens }
    return { body: { object: 'list', model: body.model, data, usage } }
  }
}

const base64Of = (numbers: readonly number[]): string =>
  Buffer.from(Float32Array.from(numbers).buffer).toString('base64')
