/** A scripted answer of a model, before it is put into the form of an API. */
export interface WireTurn {
  readonly content: string
  readonly toolCalls: readonly WireCall[]
  readonly finishReason: string
  readonly usage: WireUsage
  /** Characters per piece of a stream. */
  readonly pieceLength: number
}

export interface WireCall {
  readonly id: string
  readonly type: 'function'
  readonly function: { readonly name: string; readonly arguments: string }
}

/** Token counts, as chat completions name them. */
export interface WireUsage {
  readonly prompt_tokens: number
  readonly completion_tokens: number
  readonly total_tokens: number
}

/** Splits between characters, never inside one. */
export function split(content: string, length: number): readonly string[] {
  const characters = [...content]
  const pieces: string[] = []
  for (let start = 0; start < characters.length; start += length) {
    pieces.push(characters.slice(start, start + length).join(''))
  }
  return pieces
}
