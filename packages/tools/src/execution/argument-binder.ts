import { BindingRun, type ArgumentConversion, type ArgumentProblem } from '../schema/binding-run'
import { unknownArguments } from './unknown-argument'
import { isPlainObject } from '../schema/free-value'
import type { InputValidator, ToolInput } from '../schema/tool-input'
import type { Validation } from '../schema/schema-part'
import { valuePreview } from '../schema/value-preview'
import {
  parseArguments,
  parseExactArguments,
  type ParsedArguments,
  type ParseOptions,
  type ToolArguments,
  type UnknownArguments,
} from './argument-text'

/** How arguments are bound. */
export interface BindOptions extends ParseOptions {
  /** What happens to arguments that no parameter knows, also inside of objects whose schema is closed. */
  readonly unknown: UnknownArguments
}

/** The arguments of a call, ready for the tool, or what is wrong with them. */
export type BoundArguments =
  | { readonly arguments: Readonly<Record<string, unknown>>; readonly conversions: readonly ArgumentConversion[] }
  | {
      readonly problems: readonly ArgumentProblem[]
      readonly unlistedProblems: number
      /** Paths of what no parameter knows, where that is left out. */
      readonly unknownKeys: readonly string[]
    }

type PlainArguments = Record<string, unknown>

/**
 * Turns the arguments of a call into what the tool receives: parse, convert, complete, check; then the validators of the user.
 * Nothing a model can write makes it throw.
 *
 * @returns a promise only when a validator works asynchronously
 */
export function bindArguments(
  input: ToolInput,
  args: ToolArguments,
  options: BindOptions,
): BoundArguments | Promise<BoundArguments> {
  const parsed = parseArguments(args, options)
  if ('problem' in parsed) return refused([{ path: '', message: parsed.problem }])
  const { value, run } = checked(input, parsed)
  if (options.unknown === 'refuse' && run.unknownKeys.length > 0) run.adopt(unknownArguments(run.unknownKeys))
  if (run.problemCount > 0) {
    const unknownKeys = options.unknown === 'drop' ? run.unknownKeys.map(({ path }) => path) : []
    return { problems: run.problems, unlistedProblems: run.unlistedProblems, unknownKeys }
  }
  if (input.validators.length === 0) return { arguments: value as PlainArguments, conversions: run.conversions }
  return validated(input.validators, value as PlainArguments, run.conversions)
}

function checked(
  input: ToolInput,
  parsed: Exclude<ParsedArguments, { problem: string }>,
): { value: unknown; run: BindingRun } {
  const first = runCheck(input, parsed.value)
  if (!first.run.sawUnsafeInteger || parsed.text === undefined) return first
  const exact = parseExactArguments(parsed.text)
  return exact === undefined ? first : runCheck(input, exact)
}

function runCheck(input: ToolInput, value: unknown): { value: unknown; run: BindingRun } {
  const run = new BindingRun()
  if (!isPlainObject(value)) run.problem(`must be one JSON object, received ${valuePreview(value)}`)
  return { value: run.problemCount > 0 ? value : run.whole(input.check, value), run }
}

const refused = (problems: readonly ArgumentProblem[]): BoundArguments => ({
  problems,
  unlistedProblems: 0,
  unknownKeys: [],
})

/** Runs the validators one by one until the first that has to be waited for, then waits for all that are left. */
function validated(
  validators: readonly InputValidator[],
  value: PlainArguments,
  conversions: readonly ArgumentConversion[],
): BoundArguments | Promise<BoundArguments> {
  const outcome = new ValidatorOutcome(value, conversions)
  for (const [at, validator] of validators.entries()) {
    const validation = outcome.run(validator)
    if (validation instanceof Promise) return outcome.finishLater(validator, validation, validators.slice(at + 1))
    outcome.take(validator, validation)
  }
  return outcome.bound()
}

class ValidatorOutcome {
  readonly #problems: ArgumentProblem[] = []
  readonly #conversions: readonly ArgumentConversion[]
  #value: PlainArguments

  constructor(value: PlainArguments, conversions: readonly ArgumentConversion[]) {
    this.#value = value
    this.#conversions = conversions
  }

  run({ name, validate }: InputValidator): Validation | Promise<Validation> {
    try {
      return validate(name === undefined ? this.#value : this.#value[name])
    } catch (error) {
      return {
        problems: [{ path: '', message: error instanceof Error ? error.message.slice(0, 300) : 'was not accepted' }],
      }
    }
  }

  take({ name }: InputValidator, validation: Validation): void {
    if ('problems' in validation) {
      for (const problem of validation.problems)
        this.#problems.push(name === undefined ? problem : below(name, problem))
    } else if (name === undefined) this.#value = validation.value as PlainArguments
    else if (validation.value !== undefined || name in this.#value) this.#value[name] = validation.value
  }

  async finishLater(
    first: InputValidator,
    validation: Promise<Validation>,
    others: readonly InputValidator[],
  ): Promise<BoundArguments> {
    this.take(first, await settled(validation))
    for (const validator of others) this.take(validator, await settled(this.run(validator)))
    return this.bound()
  }

  bound(): BoundArguments {
    return this.#problems.length > 0
      ? refused(this.#problems)
      : { arguments: this.#value, conversions: this.#conversions }
  }
}

async function settled(validation: Validation | Promise<Validation>): Promise<Validation> {
  try {
    return await validation
  } catch (error) {
    return {
      problems: [{ path: '', message: error instanceof Error ? error.message.slice(0, 300) : 'was not accepted' }],
    }
  }
}

function below(name: string, { path, message }: ArgumentProblem): ArgumentProblem {
  if (path === '') return { path: name, message }
  return { path: path.startsWith('[') ? `${name}${path}` : `${name}.${path}`, message }
}
