const MASK = '******'

/** The texts of an application's secrets, so that no line of its log shows them. */
export class SecretTexts {
  readonly #texts = new Set<string>()

  /** Very short texts are left alone: hiding them would hide half of every line. */
  add(text: string): void {
    if (text.length < 4) return
    this.#texts.add(text)
    this.#texts.add(JSON.stringify(text).slice(1, -1))
  }

  mask(line: string): string {
    let masked = line
    for (const text of this.#texts) masked = masked.replaceAll(text, MASK)
    return masked
  }
}
