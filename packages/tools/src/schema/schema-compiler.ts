import type { Check } from './binding-run'
import { allOfCheck, alternativesCheck, notCheck } from './combination-check'
import { enumCheck } from './enum-check'
import { freeValue, isPlainObject } from './free-value'
import type { JsonSchema } from './json-schema'
import { arrayCheck } from './array-check'
import { objectCheck } from './object-check'
import { hookOf, type SchemaHook } from './schema-hook'
import { resolvePointer } from './schema-refs'
import { textCheck } from './text-check'
import { numberCheck } from './number-check'
import { isTypeName, typeCheck, type TypeName } from './type-check'

/** Makes the check of any part of one schema document. */
export interface Compiler {
  compile(schema: unknown): Check
  /** The schema a part is, or refers to; an empty one when it is none. */
  resolve(schema: unknown): JsonSchema
}

/**
 * Turns a JSON Schema into closures, once, so that one pass converts, completes and checks a value.
 *
 * Keywords it does not know are left out; {@link needsLibrary} says which schemas have any.
 *
 * @throws {Error} when a local `$ref` leads nowhere or a `pattern` is no regular expression
 */
export function compileSchema(root: JsonSchema): Check {
  const known = new Map<unknown, { check: Check }>()
  const compiler: Compiler = {
    compile(schema) {
      const existing = known.get(schema)
      if (existing !== undefined) return (value, run) => existing.check(value, run)
      const slot = { check: freeValue }
      if (typeof schema === 'object' && schema !== null) known.set(schema, slot)
      slot.check = compileNode(schema, root, compiler)
      return slot.check
    },
    resolve: (schema) => resolved(schema, root, MAX_REFERENCES),
  }
  return compiler.compile(root)
}

function resolved(schema: unknown, root: JsonSchema, hops: number): JsonSchema {
  if (typeof schema !== 'object' || schema === null) return {}
  const node = schema as JsonSchema
  return hops > 0 && isLocalRef(node.$ref) ? resolved(resolvePointer(root, node.$ref), root, hops - 1) : node
}

function compileNode(schema: unknown, root: JsonSchema, compiler: Compiler): Check {
  if (schema === false) return nothingAllowed
  if (typeof schema !== 'object' || schema === null) return freeValue
  const node = schema as JsonSchema
  // References inside a document with an identity start there; the library follows them.
  if ('$id' in node) return freeValue
  return plainScalarCheck(node) ?? combinedCheck(node, root, compiler)
}

const SCALAR_CHECKS = new Map(
  (['string', 'number', 'integer', 'boolean'] as const).map((type) => [type as unknown, typeCheck([type])]),
)
const WORDS_ONLY: ReadonlySet<string> = new Set(['type', 'description', 'title', 'default'])

/** Most parameters are a scalar with a description; they share their checks. */
const plainScalarCheck = (node: JsonSchema): Check | undefined =>
  isPlainScalar(node) ? SCALAR_CHECKS.get(node.type) : undefined

/** Whether a schema only tells a scalar type, and describes it. Compiling it cannot fail. */
export function isPlainScalar(node: JsonSchema): boolean {
  if (!SCALAR_CHECKS.has(node.type) || hookOf(node) !== undefined) return false
  for (const keyword in node) if (!WORDS_ONLY.has(keyword)) return false
  return true
}

function combinedCheck(node: JsonSchema, root: JsonSchema, compiler: Compiler): Check {
  const object = objectCheck(node, compiler)
  const array = arrayCheck(node, compiler)
  const steps = [
    refCheck(node, root, compiler),
    typesOf(node),
    enumCheck(node),
    textCheck(node),
    numberCheck(node),
    object,
    array,
    allOfCheck(node, compiler),
    alternativesCheck(node, 'anyOf', compiler),
    alternativesCheck(node, 'oneOf', compiler),
    notCheck(node, compiler),
  ].filter((step) => step !== undefined)
  const check = sequence(isShaped(node) ? steps : [...steps, copyOfOthers(object, array)])
  const hook = hookOf(node)
  return hook === undefined ? check : hooked(check, hook)
}

/** A node without a type may speak of objects only; what it does not speak of is copied as it is. */
function copyOfOthers(object: Check | undefined, array: Check | undefined): Check {
  return (value, run) => {
    const isCopied = Array.isArray(value) ? array !== undefined : object !== undefined && isPlainObject(value)
    return isCopied ? value : freeValue(value, run)
  }
}

/** Whether some keyword of the node makes a clean copy of whatever value there is. */
const isShaped = (node: JsonSchema): boolean =>
  ['type', '$ref', 'allOf', 'anyOf', 'oneOf'].some((keyword) => keyword in node)

/** A step sees what the step before made of the value; the first problem ends the sequence. */
function sequence(steps: readonly Check[]): Check {
  const [only] = steps
  if (only !== undefined && steps.length === 1) return only
  return (value, run) => {
    const before = run.problemCount
    let current = value
    for (const step of steps) {
      current = step(current, run)
      if (run.problemCount > before) return current
    }
    return current
  }
}

function hooked(check: Check, hook: SchemaHook): Check {
  const { finish } = hook
  if (finish === undefined) return check
  return (value, run) => {
    if (hook.is?.(value) === true) return value
    const before = run.problemCount
    const checked = check(value, run)
    return run.problemCount > before || run.strict ? checked : finish(checked, run)
  }
}

const nothingAllowed: Check = (value, run) => {
  run.problem('not expected here')
  return value
}

function typesOf(node: JsonSchema): Check | undefined {
  if (node.type === undefined) return undefined
  const types = [node.type].flat()
  const wrong = types.find((type) => !isTypeName(type))
  if (wrong !== undefined) throw new Error(`${JSON.stringify(wrong)} is not a type of JSON Schema`)
  return typeCheck(types as TypeName[])
}

const MAX_REFERENCES = 16

const isLocalRef = (ref: unknown): ref is string => typeof ref === 'string' && /^#(?:\/|$)/.test(ref)

function refCheck(node: JsonSchema, root: JsonSchema, compiler: Compiler): Check | undefined {
  if (!isLocalRef(node.$ref)) return undefined
  const check = compiler.compile(resolvePointer(root, node.$ref))
  return (value, run) => run.follow(check, value)
}
