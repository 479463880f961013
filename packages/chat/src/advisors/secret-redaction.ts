/** What stands where a secret was. */
export const REDACTED = '[redacted]'

/** How text is made fit for a log. */
export interface RedactionOptions {
  /** Longest text, in characters; what is above is counted, not shown. */
  readonly maxTextLength: number
  /** Names of further keys whose values are secrets; case, `-` and `_` do not matter. */
  readonly secretKeys: readonly string[]
}

const SECRET_ENDINGS = [
  'password',
  'passwd',
  'passphrase',
  'secret',
  'token',
  'apikey',
  'accesskey',
  'privatekey',
  'authorization',
  'cookie',
  'credential',
  'credentials',
]

const NAMED_SECRET =
  /([\w-]*(?:password|passwd|passphrase|secret|token|api[-_]?key|access[-_]?key|private[-_]?key|credentials?)["']?\s*[:=]\s*)("[^"]*"|'[^']*'|[^\s,;&"'}\]]+)/gi
const AUTHORIZATION = /\b(bearer|basic)\s+[\w.~+/-]{8,}=*/gi
const KNOWN_KEY = /\b(?:sk|pk|ghp|gho|xox[abp])[-_][\w-]{12,}/g

/** Takes secrets, told by the names of their keys and by their usual shapes, out of what is logged, and caps its length. */
export class SecretRedaction {
  readonly #maxTextLength: number
  readonly #secretKeys: ReadonlySet<string>

  constructor({ maxTextLength, secretKeys }: RedactionOptions) {
    this.#maxTextLength = maxTextLength
    this.#secretKeys = new Set(secretKeys.map(plainKey))
  }

  /** A text without secrets; when it is JSON, its keys are looked at one by one. */
  text(text: string): string {
    return this.#capped(this.#jsonText(text) ?? withoutSecretShapes(text))
  }

  /** A value without the values of secret keys, at any depth. */
  value(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value)
    if (Array.isArray(value)) return value.map((each) => this.value(each))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, this.#isSecret(key) ? REDACTED : this.value(each)]),
    )
  }

  #jsonText(text: string): string | undefined {
    if (!/^\s*[[{]/.test(text)) return undefined
    try {
      return JSON.stringify(this.value(JSON.parse(text)))
    } catch {
      return undefined
    }
  }

  #isSecret(key: string): boolean {
    const plain = plainKey(key)
    return this.#secretKeys.has(plain) || SECRET_ENDINGS.some((ending) => plain.endsWith(ending))
  }

  #capped(text: string): string {
    const hidden = text.length - this.#maxTextLength
    return hidden > 0 ? `${text.slice(0, this.#maxTextLength)}… (${hidden} more characters)` : text
  }
}

const plainKey = (key: string): string => key.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

const withoutSecretShapes = (text: string): string =>
  text
    .replaceAll(NAMED_SECRET, `$1${REDACTED}`)
    .replaceAll(AUTHORIZATION, `$1 ${REDACTED}`)
    .replaceAll(KNOWN_KEY, REDACTED)
