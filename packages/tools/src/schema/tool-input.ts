import { invalidSchema, ToolError } from '../tool-error'
import type { Check } from './binding-run'
import type { JsonSchema, ParameterSchema } from './json-schema'
import { compileSchema, isPlainScalar } from './schema-compiler'
import { schemaPart, type SchemaPart, type Validator } from './schema-part'
import { resolvePointer, type SharedDefinitions } from './schema-refs'

/** What a tool takes: the schema that is advertised, and the checks that enforce it. Built once. */
export interface ToolInput {
  /** As published: plain frozen data. */
  readonly schema: JsonSchema
  readonly check: Check
  readonly validators: readonly InputValidator[]
}

/** A validator for one parameter, or for all arguments when it has no name. */
export interface InputValidator {
  readonly name?: string
  readonly validate: Validator
}

/** One parameter of a tool. */
export interface InputParameter {
  readonly name: string
  readonly isRequired: boolean
  readonly part: SchemaPart
}

const NOTHING: JsonSchema = Object.freeze({ type: 'object' })
const inputs = new WeakMap<ParameterSchema, ToolInput>()

/**
 * The input of a tool whose arguments are described by one schema. A schema is read once, however many tools have it and
 * however often they are made: functions made tools for each request mostly share theirs.
 *
 * @param schema without one the tool takes no arguments
 * @param source for messages
 * @throws {ToolError} `TOOL_SCHEMA_INVALID` when the root is not an object, or a part cannot be used
 */
export function inputOfSchema(schema: ParameterSchema = NOTHING, source: string): ToolInput {
  const known = inputs.get(schema)
  if (known !== undefined) return known
  if (Object(schema) !== schema) {
    const remedy = 'Give a zod object, another Standard Schema, or a JSON Schema.'
    throw invalidSchema(source, `a schema is expected, not a ${typeof schema}`, remedy)
  }
  const { schema: document, validate } = schemaPart(schema, source)
  const input = toolInput(rootOf(document, source), validate === undefined ? [] : [{ validate }], source)
  inputs.set(schema, input)
  return input
}

/** The input of a tool whose parameters are described one by one. */
export function inputOfParameters(
  parameters: readonly InputParameter[],
  definitions: SharedDefinitions,
  source: string,
): ToolInput {
  const required = parameters.filter(({ isRequired }) => isRequired).map(({ name }) => name)
  const root: JsonSchema = {
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, part }) => [name, part.schema])),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
    ...definitions.asKeyword(),
  }
  const validators = parameters.flatMap(({ name, part }) => (part.validate ? [{ name, validate: part.validate }] : []))
  return toolInput(root, validators, source)
}

function toolInput(root: JsonSchema, validators: readonly InputValidator[], source: string): ToolInput {
  const complete = completeRoot(root)
  try {
    const schema = published(complete)
    return { schema, check: checkOf(complete, schema), validators }
  } catch (error) {
    if (error instanceof ToolError) throw error
    throw invalidSchema(source, error instanceof Error ? error.message : String(error), 'Correct the schema.', error)
  }
}

const PLAIN_ROOT: ReadonlySet<string> = new Set(['type', 'properties', 'required', 'title', 'description'])

/** Compiled at once, so that mistakes show at start; a root of plain scalars has none to show and waits for its first call. */
function checkOf(root: JsonSchema, asPublished: JsonSchema): Check {
  const isPlain =
    Object.keys(root).every((key) => PLAIN_ROOT.has(key) || (key === 'additionalProperties' && root[key] === false)) &&
    Object.values(root.properties as JsonSchema).every((part) => isPlainScalar(part as JsonSchema))
  return isPlain ? compiledLater(asPublished) : compileSchema(root)
}

/** Keeps no more than the schema alive while it waits. */
function compiledLater(schema: JsonSchema): Check {
  let compiled: Check | undefined
  return (value, run) => (compiled ??= compileSchema(schema))(value, run)
}

/** A root that is only a reference to one of its definitions is replaced by it; anything but an object is refused. */
function rootOf(document: JsonSchema, source: string): JsonSchema {
  const { $ref, ...rest } = document
  const target = typeof $ref === 'string' && $ref.startsWith('#/') ? (resolvePointer(document, $ref) as JsonSchema) : {}
  const root = { ...target, ...rest }
  const isObject = root.type === 'object' || (root.type === undefined && !isChoice(root))
  if (isObject) return root
  throw invalidSchema(
    source,
    'the root of the schema must be an object',
    'Put the union or value into a property: z.object({ input: … }).',
  )
}

const isChoice = (root: JsonSchema): boolean =>
  ['anyOf', 'oneOf', 'allOf', '$ref', 'enum', 'const', 'items', 'prefixItems'].some((keyword) => keyword in root)

/** Keywords by which other parts of the root may allow more properties. */
const OPENING = [
  'additionalProperties',
  'patternProperties',
  'unevaluatedProperties',
  'anyOf',
  'oneOf',
  'allOf',
  '$ref',
  'if',
  'dependentSchemas',
]

function completeRoot(root: JsonSchema): JsonSchema {
  const { type: _, properties = {}, required, additionalProperties, $defs, ...others } = root
  const closed = OPENING.some((keyword) => keyword in root) ? additionalProperties : false
  return {
    type: 'object',
    properties,
    ...(Array.isArray(required) && required.length > 0 ? { required: required as unknown[] } : {}),
    ...(closed === undefined ? {} : { additionalProperties: closed }),
    ...others,
    ...($defs === undefined ? {} : { $defs }),
  }
}

/** The schema as plain frozen data, without hooks. What JSON has no form for is refused. */
export function published(schema: JsonSchema): JsonSchema {
  return frozenCopy(schema) as JsonSchema
}

function frozenCopy(value: unknown): unknown {
  if (Array.isArray(value)) return Object.freeze(value.map(frozenCopy))
  if (typeof value !== 'object' || value === null) return plainScalar(value)
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(value)) {
    const inner = (value as JsonSchema)[key]
    if (inner === undefined) continue
    if (key === '__proto__') Object.defineProperty(copy, key, { value: frozenCopy(inner), enumerable: true })
    else copy[key] = frozenCopy(inner)
  }
  return Object.freeze(copy)
}

function plainScalar(value: unknown): unknown {
  if (typeof value !== 'bigint' && typeof value !== 'function' && typeof value !== 'symbol') return value
  throw new Error(`a ${typeof value} has no place in a JSON Schema`)
}
