/** What stands in the place of a key or a token. */
const MASK = '***'

/** Still an address, so that tools that want one accept it. */
const MASKED_EMAIL = 'someone@redacted.invalid'

/** Texts that are replaced before anything is written, and before requests are compared. */
export interface RedactionOptions {
  /** Keys and tokens of well-known forms. Default true. */
  readonly secrets?: boolean | undefined
  /** Addresses of people. Default true. */
  readonly emails?: boolean | undefined
  /** Further texts, such as dates that change with every run: each becomes `***`. A text is an expression, too. Default none. */
  readonly patterns?: readonly (RegExp | string)[] | undefined
}

const SECRETS: readonly RegExp[] = [
  /\b(?:sk|pk|rk|key|gsk|xai|pplx|hf|glpat|npm|pypi)[-_][\w-]{8,}/g,
  /\bgh[pousr]_\w{16,}|\bgithub_pat_\w{16,}/g,
  /\bxox[abposr]-[\w-]{8,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{12,}/g,
  /\bAIza[\w-]{20,}/g,
  /\beyJ[\w-]{8,}\.[\w-]{4,}(?:\.[\w-]*)?/g,
  /(?<=\b(?:bearer|basic)\s)[\w.~+/=-]{8,}/gi,
  /(?<=:\/\/[^\s/:@]*:)[^\s/@]+(?=@)/g,
  /(?<=(?:api[-_]?key|password|passwd|secret|access[-_]?token)\\?["']?\s*[:=]\s*\\?["']?)[^\s"',;}&\\]{4,}/gi,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?-----END [A-Z ]*PRIVATE KEY-----/g,
]

/** Fields whose texts are secret whatever they look like. */
const SECRET_FIELD =
  /^(?:.*[-_])?(?:api[-_]?key|password|passwd|secret|(?:access|auth|refresh)[-_]?token|token)$|(?:ApiKey|Password|Secret|Token)$/i

const EMAIL = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu

/** Replaces secrets in texts, and in all texts of plain data. Doing it twice changes nothing. */
export class Redaction {
  readonly #replacements: readonly (readonly [RegExp, string])[]
  readonly #hidesSecrets: boolean

  constructor({ secrets = true, emails = true, patterns = [] }: RedactionOptions = {}) {
    this.#hidesSecrets = secrets
    this.#replacements = [
      ...(secrets ? SECRETS.map((pattern) => [pattern, MASK] as const) : []),
      ...(emails ? [[EMAIL, MASKED_EMAIL] as const] : []),
      ...patterns.map((pattern) => [everywhere(pattern), MASK] as const),
    ]
  }

  /** The text without what is to be hidden. */
  text(text: string): string {
    return this.#replacements.reduce((words, [pattern, mask]) => words.replace(pattern, mask), text)
  }

  /** A copy of plain data with all its texts redacted; names of fields stay. */
  data<T>(value: T): T {
    return this.#copy(value) as T
  }

  #copy(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value)
    if (Array.isArray(value)) return value.map((item) => this.#copy(item))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, field]) => [name, this.#isSecret(name, field) ? MASK : this.#copy(field)]),
    )
  }

  #isSecret(name: string, value: unknown): boolean {
    return this.#hidesSecrets && typeof value === 'string' && value !== '' && SECRET_FIELD.test(name)
  }
}

const everywhere = (pattern: RegExp | string): RegExp =>
  typeof pattern === 'string'
    ? new RegExp(pattern, 'gu')
    : new RegExp(pattern, pattern.flags.includes('g') ? pattern.flags : `${pattern.flags}g`)
