import { isNativeError } from 'node:util/types'
import { ContainerError, reasonOf, type ContainerErrorCode } from './container-error'

/** `A → B → C`. */
export const beanPath = (labels: readonly string[]): string => labels.join(' → ')

/** A declaration that would have provided a missing bean, and why it did not. */
export interface SkippedDeclaration {
  readonly source: string
  readonly message: string
}

export interface MissingBean {
  readonly wanted: string
  readonly where: string
  readonly path: readonly string[]
  readonly skipped: readonly SkippedDeclaration[]
  readonly hints: readonly string[]
}

/** The text with a full stop at its end. */
export const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

export const beanMissing = ({ wanted, where, path, skipped, hints }: MissingBean): ContainerError =>
  new ContainerError(
    'BEAN_MISSING',
    [
      `No bean of ${wanted}.`,
      ...(path.length > 0 ? [`Needed by ${beanPath(path)}${where === '' ? '' : `, ${where}`}.`] : []),
      ...(skipped.length > 0
        ? [sentence(`Skipped: ${skipped.map((one) => `${one.source} (${one.message})`).join('; ')}`)]
        : []),
    ].join(' '),
    [
      ...hints,
      skipped.length > 0
        ? 'Satisfy a condition named above, or define one with @Bean in a @Configuration class.'
        : 'Decorate a class with @Component and let the application find it (scan or components), or define one with @Bean in a @Configuration class.',
    ].join(' '),
  )

export const beanAmbiguous = (
  wanted: string,
  path: readonly string[],
  where: string,
  candidates: readonly string[],
  arePrimary = false,
): ContainerError =>
  new ContainerError(
    'BEAN_AMBIGUOUS',
    `${candidates.length} beans of ${wanted}: ${candidates.join(', ')}.${
      path.length > 0 ? ` Needed by ${beanPath(path)}${where === '' ? '' : `, ${where}`}.` : ''
    }`,
    arePrimary
      ? "All of these are @Primary(): leave it on one of them, or choose with @Qualifier('name')."
      : "Mark one with @Primary(), choose with @Qualifier('name'), or take them all with @InjectAll(Type).",
  )

/** Long circles are shortened in the middle, so that the message stays readable. */
export const beanCycle = (leadIn: readonly string[], loop: readonly string[]): ContainerError => {
  const shown = loop.length > 12 ? [...loop.slice(0, 6), `… ${loop.length - 10} more …`, ...loop.slice(-4)] : loop
  return new ContainerError(
    'BEAN_CYCLE',
    `Beans need each other in a circular way: ${beanPath(shown)}.${
      leadIn.length > 0 ? ` Reached from ${beanPath(leadIn.slice(-4))}.` : ''
    }`,
    'Move what both need into a third bean, or take one of them later: @Lazy() on the parameter, or @Inject(Type) with an ObjectProvider.',
  )
}

export const beanNameTaken = (name: string, origin: string, known: string): ContainerError =>
  new ContainerError(
    'BEAN_NAME_TAKEN',
    `Two beans are named "${name}": ${origin} and ${known}.`,
    isCompiledFrom(origin, known)
      ? 'One file is compiled from the other: scan the folder of only one of them, such as run({ scan: __dirname }).'
      : 'Give one another name: @Component({ name }) or @Bean({ name }).',
  )

/** Whether two origins are a TypeScript file and a JavaScript file of the same name. */
function isCompiledFrom(origin: string, known: string): boolean {
  const [left, right] = [origin, known].map((one) => /([^/\\(]+)\.[cm]?([jt])sx?\)$/.exec(one))
  return left?.[1] !== undefined && left[1] === right?.[1] && left[2] !== right[2]
}

export const dependsOnUnknown = (origin: string, name: string, near: readonly string[]): ContainerError =>
  new ContainerError(
    'BEAN_NAME_UNKNOWN',
    `${origin} says @DependsOn("${name}"), but no bean has that name.`,
    near.length > 0 ? `Did you mean ${near.map((one) => `"${one}"`).join(', ')}?` : 'Correct the name.',
  )

export const beanNotReady = (label: string): ContainerError =>
  new ContainerError(
    'BEAN_NOT_READY',
    `The bean ${label} is made by something that has to be waited for, and does not exist yet.`,
    'Use ObjectProvider.getAsync(), or let it be made at start: no @Lazy(), and singleton scope.',
  )

export const beanCreationFailed = (origin: string, step: string, path: readonly string[], cause: unknown): unknown =>
  explains(cause)
    ? cause
    : new ContainerError(
        'BEAN_CREATION_FAILED',
        `${origin} failed ${step}: ${sentence(reasonOf(cause))}${path.length > 1 ? ` Needed by ${beanPath(path)}.` : ''}`,
        'The original error is the cause of this one.',
        { cause },
      )

/** An error that says what to do already, of this package or another, is passed on as it is. */
export function explains(error: unknown): error is Error & { code: string; action: string } {
  // Not `instanceof`: a module that was loaded twice has two classes, and a revoked proxy throws.
  if (!isNativeError(error)) return false
  const { code, action } = error as { code?: unknown; action?: unknown }
  return typeof code === 'string' && typeof action === 'string'
}

/** A `@Bean` method, or another maker, returned nothing. */
export const beanOfNothing = (origin: string, returned: unknown, path: readonly string[]): ContainerError =>
  new ContainerError(
    'BEAN_CREATION_FAILED',
    `${origin} returned ${String(returned)} instead of a bean.${path.length > 1 ? ` Needed by ${beanPath(path)}.` : ''}`,
    'Return the bean. Where there is none to make, put a condition on the method, and @Optional() on the parameters that can do without.',
  )

export const parameterTypeUnusable = (
  parameter: string,
  owner: string,
  reason: string,
  remedy: string,
  path: readonly string[] = [],
): ContainerError => {
  const code: ContainerErrorCode = reason.includes('decorator metadata')
    ? 'METADATA_MISSING'
    : 'PARAMETER_TYPE_UNUSABLE'
  const needed = path.length > 1 ? ` Circular: ${beanPath(path)}.` : ''
  return new ContainerError(code, `${owner} cannot be given ${parameter}: ${reason}.${needed}`, remedy)
}

export const beanTypeUnknown = (origin: string, emitted: string): ContainerError => {
  const isPromise = emitted === 'Promise'
  return new ContainerError(
    'BEAN_TYPE_UNKNOWN',
    `${origin} does not say what bean it makes: the compiler emitted ${emitted} as its return type, which is all that is left of ${
      isPromise ? 'promises' : 'interfaces, unions, and classes imported with "import type"'
    }.`,
    `${isPromise ? 'Name the type' : 'Import the class without "type", or name it'}: @Bean({ type: TheClass }), or a token made with token<TheInterface>().`,
  )
}

export const undecoratedClass = (name: string, base: string | undefined): ContainerError =>
  new ContainerError(
    'BEAN_DECLARATION_INVALID',
    base === undefined
      ? `${name} is listed as a component, but has no decorator that makes it one.`
      : `${name} extends ${base}, which is a component, but is not decorated itself, so its constructor parameters are unknown.`,
    `Put @Component() on ${name}.`,
  )

export const abstractBean = (origin: string, problem: string, action: string): ContainerError =>
  new ContainerError('BEAN_DECLARATION_INVALID', `${origin}: ${problem}`, action)

export const scopeTooShort = (owner: string, parameter: string, dependency: string): ContainerError =>
  new ContainerError(
    'SCOPE_TOO_SHORT',
    `${owner} lives as long as the application, but ${parameter} is ${dependency}, which lives for one request only.`,
    'Inject it with @Lazy(), or with @Inject(Type) into an ObjectProvider, so that each request gets its own.',
  )

export const scopeInactive = (label: string): ContainerError =>
  new ContainerError(
    'SCOPE_INACTIVE',
    `The bean ${label} lives for one request, and there is no request here.`,
    'Call it inside application.runInRequest(...).',
  )

/** All problems of one kind of check in one error; a single one stays as it is. */
export const severalProblems = (problems: readonly ContainerError[]): ContainerError => {
  const [first, ...rest] = problems
  if (first === undefined) throw new RangeError('severalProblems needs at least one problem')
  if (rest.length === 0) return first
  const list = problems.map((problem, index) => `\n${index + 1}. ${problem.message}`).join('')
  return new ContainerError(first.code, `${problems.length} problems:${list}\n`, 'Each line says what to do.', {
    cause: new AggregateError(problems),
  })
}

export const interceptorMissing = (interceptor: string, where: string): ContainerError =>
  new ContainerError(
    'BEAN_MISSING',
    `${where} is decorated with @Intercept(${interceptor}), but there is no bean of type ${interceptor}.`,
    `Put @Component() on ${interceptor}, and let it extend MethodInterceptor.`,
  )
