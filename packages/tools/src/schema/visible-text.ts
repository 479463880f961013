/** Characters that break a line, turn the direction of writing, or cannot be seen. */
const INVISIBLE = /[\p{Cc}\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu

/** Text of a model as it may stand in a message: what would hide in it, or begin a line of its own, is written as an escape. */
export const visible = (text: string): string =>
  text.replace(INVISIBLE, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16)
    return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`
  })
