import { invalidSchema } from '../tool-error'
import type { ArgumentProblem } from './binding-run'
import { pathText } from './binding-run'
import {
  isStandardSchema,
  type JsonSchema,
  type ParameterSchema,
  type StandardResult,
  type StandardSchema,
} from './json-schema'
import { libraryCheck, needsLibrary } from './library-check'
import { somePart } from './schema-refs'
import { standardToJsonSchema } from './zod-schema'

/** What a validator says: the value the tool receives, or what is wrong. */
export type Validation = { readonly value: unknown } | { readonly problems: readonly ArgumentProblem[] }

/** Judges a value after the checks of its JSON Schema, and may change it: a zod schema, or ajv. */
export type Validator = (value: unknown) => Validation | Promise<Validation>

/** A schema as the user gave it, in one form. */
export interface SchemaPart {
  /** A document of its own; may carry hooks. */
  readonly schema: JsonSchema
  /** Whether the schema itself says that the value may be left out. */
  readonly isOptional: boolean
  readonly validate?: Validator
}

/**
 * Reads a schema given by the user.
 *
 * @param place for messages
 * @throws {ToolError} `TOOL_SCHEMA_INVALID`
 */
export function schemaPart(schema: ParameterSchema, place: string): SchemaPart {
  return isStandardSchema(schema) ? standardPart(schema, place) : jsonSchemaPart(shallow(schema, place), place)
}

const MAX_LEVELS = 512

/** A schema may come from elsewhere: one that nobody can walk through is refused before anybody tries. */
function shallow(schema: JsonSchema, place: string): JsonSchema {
  if (!isDeeper(schema, MAX_LEVELS)) return schema
  throw invalidSchema(place, `the schema is nested deeper than ${MAX_LEVELS} levels`, 'Make it flatter, or use $ref.')
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)))

function standardPart(schema: StandardSchema, place: string): SchemaPart {
  return {
    schema: standardToJsonSchema(schema, place),
    isOptional: acceptsNothing(schema),
    validate: (value) => {
      const result = schema['~standard'].validate(value)
      return result instanceof Promise ? result.then(validationOf) : validationOf(result)
    },
  }
}

function acceptsNothing(schema: StandardSchema): boolean {
  if ('_zod' in schema) return (schema._zod as { readonly optin?: string }).optin !== undefined
  const result = schema['~standard'].validate(undefined)
  return !(result instanceof Promise) && result.issues === undefined
}

function validationOf(result: StandardResult<unknown>): Validation {
  if (result.issues === undefined) return { value: result.value }
  return {
    problems: result.issues.slice(0, 20).map(({ message, path = [] }) => ({
      path: pathText(path.map((part) => (typeof part === 'object' ? part.key : part))),
      message: message.slice(0, 300),
    })),
  }
}

function jsonSchemaPart(schema: JsonSchema, place: string): SchemaPart {
  const document = withoutIdentity(schema)
  if (!needsLibrary(document)) return { schema: document, isOptional: false }
  const check = compiledByLibrary(document, place)
  const validate = (value: unknown): Validation => {
    const problems = check(value)
    return problems.length > 0 ? { problems } : { value }
  }
  return { schema: document, isOptional: false, validate }
}

/** An `$id` nobody refers to only gets in the way when the schema is embedded. */
function withoutIdentity(schema: JsonSchema): JsonSchema {
  const { $schema: _, $id, ...body } = schema
  if ($id === undefined) return body
  const isReferredTo = somePart(schema, ({ $ref }) => typeof $ref === 'string' && !$ref.startsWith('#'))
  return isReferredTo ? { $id, ...body } : body
}

function compiledByLibrary(schema: JsonSchema, place: string): ReturnType<typeof libraryCheck> {
  try {
    return libraryCheck(schema)
  } catch (error) {
    throw invalidSchema(place, eachOnce(error), 'Correct the JSON Schema.', error)
  }
}

/** The library says the same once for every way that leads to a mistake. */
const eachOnce = (error: unknown): string =>
  [...new Set((error instanceof Error ? error.message : String(error)).split(', '))].slice(0, 5).join(', ')
