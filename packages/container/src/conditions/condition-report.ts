import { isClass, superclasses, type Token } from '../beans/token'
import type { SkippedDeclaration } from '../failures/bean-errors'
import type { ConditionOutcome } from './condition'

/** What one condition said. */
export interface ConditionResult extends ConditionOutcome {
  /** `OnProperty`. */
  readonly condition: string
}

/** What became of one class or `@Bean` method. */
export interface ConditionEntry {
  /** `OpenAiAutoConfiguration`, or `OpenAiAutoConfiguration.chatModel()`. */
  readonly source: string
  readonly matches: boolean
  /** The conditions judged, in order; the last one is the one that failed, if one did. */
  readonly results: readonly ConditionResult[]
}

/** A declaration left out, with the beans it would have made. */
export interface SkippedBean {
  readonly source: string
  readonly types: readonly Token[]
  readonly message: string
}

/** Which conditions held at start and which did not, as data and, with `toString()`, as text. */
export class ConditionReport {
  readonly #entries: ConditionEntry[] = []
  readonly #unconditional: string[] = []
  readonly #exclusions: string[] = []
  readonly #skipped: SkippedBean[] = []

  /** Classes and methods whose conditions all held. */
  get positive(): readonly ConditionEntry[] {
    return this.#entries.filter((entry) => entry.matches)
  }

  /** Classes and methods with a condition that did not hold. */
  get negative(): readonly ConditionEntry[] {
    return this.#entries.filter((entry) => !entry.matches)
  }

  /** Auto-configurations without conditions. */
  get unconditional(): readonly string[] {
    return this.#unconditional
  }

  /** Auto-configurations the application excluded. */
  get exclusions(): readonly string[] {
    return this.#exclusions
  }

  /** The beans conditions left out. */
  get skipped(): readonly SkippedBean[] {
    return this.#skipped
  }

  /** Declarations left out that would have answered to a token, and why. */
  skippedFor(token: Token): readonly SkippedDeclaration[] {
    const answers = (type: Token) => type === token || (isClass(type) && superclasses(type).some((at) => at === token))
    return this.#skipped.filter(({ types }) => types.some(answers))
  }

  /** @internal */
  record(entry: ConditionEntry): void {
    this.#entries.push(entry)
  }

  /** @internal */
  recordUnconditional(source: string): void {
    this.#unconditional.push(source)
  }

  /** @internal */
  recordExclusion(source: string): void {
    this.#exclusions.push(source)
  }

  /** @internal */
  recordSkipped(bean: SkippedBean): void {
    this.#skipped.push(bean)
  }

  toString(): string {
    return [
      'CONDITIONS EVALUATION REPORT',
      section('Positive matches', this.positive.map(describeEntry)),
      section('Negative matches', this.negative.map(describeEntry)),
      section('Exclusions', this.exclusions),
      section('Unconditional classes', this.unconditional),
    ].join('\n\n')
  }
}

function section(title: string, lines: readonly string[]): string {
  const body = lines.length === 0 ? ['None'] : [...lines].sort()
  return [`${title}:`, '-'.repeat(title.length + 1), ...body.map((line) => `  ${line.replaceAll('\n', '\n  ')}`)].join(
    '\n',
  )
}

function describeEntry(entry: ConditionEntry): string {
  const describe = ({ message, condition }: ConditionResult) => `     - ${message} (${condition})`
  if (entry.matches) return [`${entry.source} matched:`, ...entry.results.map(describe)].join('\n')
  const failed = entry.results.filter((result) => !result.matches).map(describe)
  const passed = entry.results.filter((result) => result.matches).map(describe)
  const matched = passed.length > 0 ? ['   Matched:', ...passed] : []
  return [`${entry.source}:`, '   Did not match:', ...failed, ...matched].join('\n')
}
