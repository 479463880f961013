import { ContainerError } from './container-error'

export const configurationUnreadable = (
  place: string,
  reason: string,
  action: string,
  cause?: unknown,
): ContainerError => new ContainerError('CONFIGURATION_UNREADABLE', `${place}: ${reason}`, action, { cause })

export const configurationFileMissing = (location: string, origin: string): ContainerError =>
  new ContainerError(
    'CONFIGURATION_UNREADABLE',
    `The configuration location "${location}" does not exist (${origin}).`,
    `Create it, or write "optional:${location}".`,
  )

/** One value that does not fit. */
export interface ConfigurationProblem {
  readonly property: string
  /** Undefined when the value is missing, or must not be shown. */
  readonly value: string | undefined
  readonly origin: string | undefined
  readonly reason: string
}

export const configurationInvalid = (
  target: string,
  prefix: string,
  problems: readonly ConfigurationProblem[],
): ContainerError =>
  new ContainerError(
    'CONFIGURATION_INVALID',
    `The configuration below "${prefix}" does not fit ${target}:\n${problems.map(describeProblem).join('\n')}\n`,
    problems.length === 1 ? 'Correct this value.' : `Correct these ${problems.length} values.`,
  )

const describeProblem = ({ property, value, origin, reason }: ConfigurationProblem): string => {
  const shown = value === undefined ? '' : ` = ${JSON.stringify(value)}`
  return `  ${property}${shown}${origin === undefined ? '' : ` (${origin})`}: ${reason}`
}

export const inlineValueInvalid = (owner: string, expression: string, value: string, reason: string): ContainerError =>
  new ContainerError(
    'CONFIGURATION_INVALID',
    `@Value('${expression}') of ${owner} is ${JSON.stringify(value)}: ${reason}.`,
    'Correct the value, or the type of the parameter.',
  )

export const configurationMissing = (name: string, variable: string): ContainerError =>
  new ContainerError(
    'CONFIGURATION_MISSING',
    `The configuration value "${name}" is not set.`,
    `Set it in application.yaml, or as ${variable} in the environment.`,
  )

export const configurationNameInvalid = (name: string, owner: string, invalid: readonly string[]): ContainerError =>
  new ContainerError(
    'CONFIGURATION_NAME_INVALID',
    `"${name}" of ${owner} is not a valid property prefix: ${
      invalid.length > 0 ? `${invalid.map((char) => `"${char}"`).join(', ')} may not occur` : 'it is empty'
    }.`,
    'Use small letters, digits and dashes, with dots between the parts: "orders.remote-api".',
  )

export const configurationNameTooLong = (beginning: string, limit: number): ContainerError =>
  new ContainerError(
    'CONFIGURATION_NAME_INVALID',
    `The configuration key that begins with "${beginning}" has more than ${limit} parts.`,
    'Nest less deeply.',
  )

export const placeholderUnresolved = (
  name: string,
  key: string,
  origin: string,
  through: readonly string[],
): ContainerError =>
  new ContainerError(
    'PLACEHOLDER_UNRESOLVED',
    `The placeholder \${${name}} of "${key}" (${origin})${
      through.length > 0 ? `, reached through ${through.join(' → ')},` : ''
    } has no value and no default.`,
    `Set ${name}, for instance in the environment or in .env, or give it a default: \${${name}:default}.`,
  )

export const placeholderCircle = (keys: readonly string[], key: string, origin: string): ContainerError =>
  new ContainerError(
    'PLACEHOLDER_UNRESOLVED',
    `The placeholders of "${key}" (${origin}) need each other: ${keys.join(' → ')}.`,
    'Give one of them a value of its own.',
  )

export const placeholdersTooMany = (key: string, origin: string, limit: number): ContainerError =>
  new ContainerError(
    'PLACEHOLDER_UNRESOLVED',
    `The value of "${key}" (${origin}) needs more than ${limit} placeholders.`,
    'Write it with fewer placeholders: those it names may each name several more.',
  )

export const profileInvalid = (problem: string, action: string): ContainerError =>
  new ContainerError('PROFILE_INVALID', problem, action)

export const propertyUnknown = (problems: readonly string[]): ContainerError =>
  new ContainerError(
    'PROPERTY_UNKNOWN',
    `${problems.length === 1 ? 'A configuration key is' : `${problems.length} configuration keys are`} not known:\n${problems
      .map((problem) => `  ${problem}`)
      .join('\n')}\n`,
    'Correct the keys, or set vernal.config.unknown-keys to warn.',
  )
