import { counted } from './counted'
import { BindingRun, type Check } from './binding-run'
import { freeValue, isPlainObject, isPrototypeKey, tooManyKeys, wellFormed } from './free-value'
import type { JsonSchema } from './json-schema'
import { hookOf } from './schema-hook'
import type { Compiler } from './schema-compiler'
import { TextPattern } from './text-pattern'
import { visible } from './visible-text'

const KEYWORDS = [
  'properties',
  'required',
  'additionalProperties',
  'patternProperties',
  'propertyNames',
  'minProperties',
  'maxProperties',
]

const NONE: JsonSchema = {}

interface Property {
  readonly key: string
  readonly check: Check
  readonly isRequired: boolean
  readonly fallback: () => unknown
  acceptsNull: boolean | undefined
}

/** Checks objects: what is declared is taken, what is missing gets its default, what nobody knows is noted or kept as the schema says. */
export function objectCheck(node: JsonSchema, compiler: Compiler): Check | undefined {
  if (![node.type].flat().includes('object') && !KEYWORDS.some((keyword) => keyword in node)) return undefined
  const properties = propertiesOf(node, compiler)
  const declared: ReadonlyMap<string, Check> = new Map(properties.map(({ key, check }) => [key, check]))
  const required = requiredOf(node).filter((key) => !declared.has(key))
  const others = otherKeysCheck(node, compiler)
  return (value, run) => {
    if (!isPlainObject(value)) return value
    const result: Record<string, unknown> = {}
    let taken = 0
    for (const property of properties) if (takeProperty(property, value, result, run)) taken++
    const keys = Object.keys(value)
    if (keys.length > taken || others.always) others.check(value, keys, declared, result, run)
    for (const key of required) if (!Object.hasOwn(result, key)) run.problem(`the property "${key}" is required`)
    return result
  }
}

function propertiesOf(node: JsonSchema, compiler: Compiler): Property[] {
  const required = new Set(requiredOf(node))
  return Object.entries((node.properties ?? NONE) as JsonSchema).map(([key, schema]) => ({
    key,
    check: compiler.compile(schema),
    isRequired: required.has(key),
    fallback: fallbackOf(schema),
    acceptsNull: undefined,
  }))
}

function fallbackOf(schema: unknown): () => unknown {
  if (typeof schema !== 'object' || schema === null) return () => undefined
  const { default: value } = schema as JsonSchema
  const absent = hookOf(schema as JsonSchema)?.absent
  if (absent !== undefined) return absent
  // Cloning costs more than checking a whole object, and there is mostly no default or a plain one.
  return typeof value === 'object' && value !== null ? () => structuredClone(value) : () => value
}

const requiredOf = (node: JsonSchema): string[] => (Array.isArray(node.required) ? (node.required as string[]) : [])

/** Takes one declared property; tells whether the value had it. */
function takeProperty(
  property: Property,
  from: Record<string, unknown>,
  to: Record<string, unknown>,
  run: BindingRun,
): boolean {
  const { key } = property
  const isThere = Object.hasOwn(from, key)
  const value = isThere ? from[key] : undefined
  if (value === undefined || (value === null && !run.strict && !acceptsNull(property))) {
    takeMissing(property, value, to, run)
    return isThere
  }
  put(to, key, run.descend(key, property.check, value))
  return true
}

function takeMissing(property: Property, value: null | undefined, to: Record<string, unknown>, run: BindingRun): void {
  const fallback = run.strict ? undefined : property.fallback()
  if (fallback !== undefined) put(to, property.key, fallback)
  else if (!property.isRequired) return
  else if (value === null) run.descend(property.key, property.check, value)
  else run.descend(property.key, missing, value)
}

const missing: Check = (_value, run) => run.problem('required, but missing')

/** Whether null is a value of the property, and not another way to leave it out. Found out when it is first asked. */
function acceptsNull(property: Property): boolean {
  if (property.acceptsNull === undefined) {
    const trial = new BindingRun()
    trial.strict = true
    property.check(null, trial)
    property.acceptsNull = trial.problemCount === 0
  }
  return property.acceptsNull
}

interface OtherKeys {
  /** Whether the check is needed even when every key is declared. */
  readonly always: boolean
  check(
    value: Record<string, unknown>,
    keys: readonly string[],
    declared: ReadonlyMap<string, Check>,
    result: Record<string, unknown>,
    run: BindingRun,
  ): void
}

/** What happens to keys that `properties` does not name, and what is said about all keys. */
function otherKeysCheck(node: JsonSchema, compiler: Compiler): OtherKeys {
  const patterns = Object.entries((node.patternProperties ?? NONE) as JsonSchema).map(
    ([source, schema]) => [new TextPattern(source), compiler.compile(schema)] as const,
  )
  const { additionalProperties } = node
  const others = additionalProperties === undefined ? freeValue : compiler.compile(additionalProperties)
  const isClosed = additionalProperties === false
  const countAndNames = keysCheck(node, compiler)
  return {
    always: patterns.length > 0 || countAndNames !== undefined,
    check(value, keys, declared, result, run) {
      if (tooManyKeys(keys.length, run)) return
      for (const key of keys) {
        const checks = patterns.filter(([pattern]) => pattern.matches(key)).map(([, check]) => check)
        const own = declared.get(key)
        if (own === undefined && checks.length === 0) {
          if (isClosed) refuseOther(key, declared, run)
          else takeOther(key, value[key], others, declared, result, run)
        } else {
          if (own === undefined) put(result, key, value[key])
          takeByPatterns(key, checks, own, result, run)
        }
      }
      countAndNames?.(Object.keys(result), run)
    },
  }
}

/**
 * Takes a property that patterns speak of. Each check may convert what the others have left, so in the end all of them, and
 * that of the declared property, judge the value as it is. One that was left out before stays out.
 */
function takeByPatterns(
  key: string,
  checks: readonly Check[],
  own: Check | undefined,
  result: Record<string, unknown>,
  run: BindingRun,
): void {
  if (checks.length === 0 || !Object.hasOwn(result, key)) return
  const before = run.problemCount
  for (const check of checks) put(result, key, run.descend(key, check, result[key]))
  const judges = own === undefined ? checks : [own, ...checks]
  if (judges.length === 1 || run.problemCount > before) return
  const value = result[key]
  const [problem] = judges.flatMap((check) => run.attempt(check, value, true).problems)
  if (problem !== undefined) run.descend(key, () => run.problem(problem.message), value)
}

function takeOther(
  key: string,
  value: unknown,
  check: Check,
  declared: ReadonlyMap<string, Check>,
  result: Record<string, unknown>,
  run: BindingRun,
): void {
  if (!isPrototypeKey(key)) result[wellFormed(key)] = run.descend(key, check, value)
  else if (!run.strict) run.unknownKey(key, declared)
}

function refuseOther(key: string, declared: ReadonlyMap<string, Check>, run: BindingRun): void {
  if (run.strict) run.problem(`the property "${visible(key.slice(0, 64))}" is not expected`)
  else run.unknownKey(key, declared)
}

function keysCheck(
  node: JsonSchema,
  compiler: Compiler,
): ((keys: readonly string[], run: BindingRun) => void) | undefined {
  const least = typeof node.minProperties === 'number' ? node.minProperties : 0
  const most = typeof node.maxProperties === 'number' ? node.maxProperties : Infinity
  const names = node.propertyNames === undefined ? undefined : compiler.compile(node.propertyNames)
  if (least === 0 && most === Infinity && names === undefined) return undefined
  return (keys, run) => {
    if (keys.length < least)
      run.problem(`expected at least ${counted(least, 'property', 'properties')}, received ${keys.length}`)
    if (keys.length > most)
      run.problem(`expected at most ${counted(most, 'property', 'properties')}, received ${keys.length}`)
    for (const key of names === undefined ? [] : keys) checkName(key, names as Check, run)
  }
}

/** A name is judged as it is: converting it would rename the property. */
function checkName(key: string, names: Check, run: BindingRun): void {
  const [problem] = run.attempt(names, key, true).problems
  if (problem !== undefined)
    run.problem(`the property name "${visible(key.slice(0, 64))}" is not accepted: ${problem.message}`)
}

/** Sets an own property, also one named `__proto__` that a schema declares. */
function put(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') target[key] = value
  else Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
}
