import { SlowPattern } from './text-pattern'
import { visible } from './visible-text'

/** One thing that is wrong with the arguments of a call. Plain data. */
export interface ArgumentProblem {
  /** Where: `filter.tags[2]`; empty for the arguments as a whole. */
  readonly path: string
  /** What is wrong, in words for the model: `expected an integer, received "abc"`. */
  readonly message: string
}

/** One value that was converted because its meaning was clear. Plain data. */
export interface ArgumentConversion {
  /** Where: `filter.limit`. */
  readonly path: string
  /** What it was turned into: `integer`. */
  readonly to: string
}

/** A property that the schema of its object does not know. */
export interface UnknownKey {
  /** Where: `filter.lmit`. */
  readonly path: string
  readonly key: string
  /** How many levels its object is inside of the value. */
  readonly depth: number
  /** What is known in its place, by name. */
  readonly known: ReadonlyMap<string, unknown>
}

/** Checks a value and returns what is to be used instead of it. Problems are reported to the run. */
export type Check = (value: unknown, run: BindingRun) => unknown

const MAX_PROBLEMS = 20
const MAX_DEPTH = 64
const MAX_REFERENCES = 256
const MAX_STEPS = 100_000

/** An integer as it was written, where a JavaScript number would round it. */
export class ExactInteger {
  constructor(readonly digits: string) {}
}

/** What one pass over the arguments of one call has found so far. */
export class BindingRun {
  problems: ArgumentProblem[] = []
  /** How many problems there are beyond those listed. */
  unlistedProblems = 0
  conversions: ArgumentConversion[] = []
  readonly path: (string | number)[] = []
  /** Properties that no schema knows, at most ten. They are left out of the result. */
  unknownKeys: UnknownKey[] = []
  /** Whether a number was met that `JSON.parse` may have rounded. */
  sawUnsafeInteger = false
  /** While true nothing is converted or dropped: the value is judged as it is. */
  strict = false
  #steps = 0
  #references = 0

  problem(message: string): void {
    if (this.problems.length < MAX_PROBLEMS) this.problems.push({ path: pathText(this.path), message })
    else this.unlistedProblems++
  }

  converted(to: string): void {
    this.conversions.push({ path: pathText(this.path), to })
  }

  /** @param known what is known in its place, by name */
  unknownKey(key: string, known: ReadonlyMap<string, unknown>): void {
    if (this.unknownKeys.length >= 10) return
    this.unknownKeys.push({ path: pathText([...this.path, key]), key, depth: this.path.length, known })
  }

  /** Says what all is known here, where several checks have looked at parts of one object. */
  knownHere(known: ReadonlyMap<string, unknown>): void {
    const isHere = (unknown: UnknownKey): boolean => unknown.depth === this.path.length
    this.unknownKeys = this.unknownKeys.map((unknown) => (isHere(unknown) ? { ...unknown, known } : unknown))
  }

  /** Runs a whole check. A pattern that takes too long ends it where it stands: no keyword around it may make a match of that. */
  whole(check: Check, value: unknown): unknown {
    try {
      return check(value, this)
    } catch (error) {
      if (!(error instanceof SlowPattern)) throw error
      this.problem(error.message)
      return value
    }
  }

  /** Runs `check` one level further down. */
  descend(key: string | number, check: Check, value: unknown): unknown {
    if (this.path.length >= MAX_DEPTH) {
      this.problem(`nested deeper than ${MAX_DEPTH} levels`)
      return undefined
    }
    this.path.push(key)
    const result = check(value, this)
    this.path.pop()
    return result
  }

  /** Takes over problems that an attempt found. */
  adopt(problems: readonly ArgumentProblem[]): void {
    const room = Math.max(MAX_PROBLEMS - this.problems.length, 0)
    this.problems.push(...problems.slice(0, room))
    this.unlistedProblems += Math.max(problems.length - room, 0)
  }

  /** How many problems there are. */
  get problemCount(): number {
    return this.problems.length + this.unlistedProblems
  }

  /** Runs the check a `$ref` leads to. */
  follow(check: Check, value: unknown): unknown {
    if (this.#references >= MAX_REFERENCES) {
      this.problem('the schema refers to itself without end')
      return value
    }
    this.#references++
    const result = check(value, this)
    this.#references--
    return result
  }

  /** Whether there is work left for one more attempt; a schema full of alternatives may need too many. */
  mayTry(): boolean {
    return ++this.#steps <= MAX_STEPS
  }

  /** Runs `check` on trial: its problems are handed over and not kept, its conversions are kept only when there are none. */
  attempt(check: Check, value: unknown, strict: boolean): Attempt {
    const { problems, unlistedProblems, conversions, unknownKeys } = this
    const before = this.strict
    Object.assign(this, {
      problems: [],
      unlistedProblems: 0,
      conversions: [],
      unknownKeys: [],
      strict: strict || before,
    })
    if (!this.mayTry()) this.problem('too many alternatives to check')
    const result = this.problems.length > 0 ? value : check(value, this)
    const attempt = { result, problems: this.problems, conversions: this.conversions, unknownKeys: this.unknownKeys }
    Object.assign(this, { problems, unlistedProblems, conversions, unknownKeys, strict: before })
    return attempt
  }

  /** Keeps what an attempt without problems did. */
  accept(attempt: Attempt): unknown {
    this.conversions.push(...attempt.conversions)
    this.unknownKeys.push(...attempt.unknownKeys)
    return attempt.result
  }
}

/** How a trial went. */
export interface Attempt {
  readonly result: unknown
  readonly problems: ArgumentProblem[]
  readonly conversions: ArgumentConversion[]
  readonly unknownKeys: UnknownKey[]
}

/** `['filter', 'tags', 2]` → `filter.tags[2]`. */
export function pathText(path: readonly PropertyKey[]): string {
  let text = ''
  for (const key of path) {
    if (typeof key === 'number') text += `[${key}]`
    else text += text === '' ? shortKey(String(key)) : `.${shortKey(String(key))}`
  }
  return text.length > 200 ? `…${text.slice(-199)}` : text
}

const shortKey = (key: string): string => visible(key.length > 64 ? `${key.slice(0, 63)}…` : key)
