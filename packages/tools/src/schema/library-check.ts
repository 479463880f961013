import type { Ajv2020 as AjvClass, ValidateFunction } from 'ajv/dist/2020'
import type { ArgumentProblem } from './binding-run'
import { FORMATS } from './formats'
import type { JsonSchema } from './json-schema'
import { libraryProblems } from './library-problem'
import { SlowPattern, TextPattern } from './text-pattern'
import { somePart } from './schema-refs'

const KNOWN_KEYWORDS: ReadonlySet<string> = new Set([
  ...['type', 'enum', 'const', 'properties', 'required', 'additionalProperties', 'patternProperties', 'propertyNames'],
  ...['minProperties', 'maxProperties', 'items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems'],
  ...['minLength', 'maxLength', 'pattern', 'format', 'allOf', 'anyOf', 'oneOf', 'not', '$ref', '$defs', 'definitions'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
])
const ANNOTATIONS: ReadonlySet<string> = new Set([
  ...[
    'title',
    'description',
    'default',
    'examples',
    'example',
    'deprecated',
    'readOnly',
    'writeOnly',
    '$comment',
    '$schema',
  ],
  ...['contentEncoding', 'contentMediaType', 'contentSchema', 'nullable'],
])
/** Whether a schema says more than the built-in checks understand. */
export function needsLibrary(schema: JsonSchema): boolean {
  return somePart(
    schema,
    (part) =>
      Object.keys(part).some((keyword) => isForeign(keyword)) ||
      (typeof part.$ref === 'string' && !part.$ref.startsWith('#')) ||
      (typeof part.$ref === 'string' && /^#[^/]/.test(part.$ref)),
  )
}

const isForeign = (keyword: string): boolean =>
  !KNOWN_KEYWORDS.has(keyword) && !ANNOTATIONS.has(keyword) && !keyword.startsWith('x-')

let shared: AjvClass | undefined

/** One instance for the process: a new one costs 30 ms. It forgets every schema it has compiled, so applications do not see each other. */
function ajv(): AjvClass {
  if (shared === undefined) {
    const { Ajv2020 } = require('ajv/dist/2020') as typeof import('ajv/dist/2020')
    const code = { regExp: watchedPattern }
    shared = new Ajv2020({ strict: false, allErrors: true, verbose: true, logger: false, unicodeRegExp: false, code })
    for (const [name, { test }] of Object.entries(FORMATS)) shared.addFormat(name, test)
  }
  return shared
}

/** Patterns are matched as everywhere. */
const watchedPattern = Object.assign(
  (source: string) => {
    const pattern = new TextPattern(source)
    // The library tells patterns apart by their text.
    return { test: (text: string) => pattern.matches(text), toString: () => source }
  },
  { code: 'new RegExp' },
)

/**
 * Checks values against a whole schema with ajv (draft 2020-12), for schemas that use rare keywords.
 *
 * @throws {Error} when the schema itself is not valid
 */
export function libraryCheck(schema: JsonSchema): (value: unknown) => readonly ArgumentProblem[] {
  const validate = compiled(schema)
  return (value) => {
    try {
      return validate(value) === true ? [] : libraryProblems(validate.errors ?? [])
    } catch (error) {
      if (error instanceof SlowPattern) return [{ path: '', message: error.message }]
      throw error
    }
  }
}

function compiled(schema: JsonSchema): ValidateFunction {
  try {
    return ajv().compile(schema)
  } finally {
    ajv().removeSchema(schema)
  }
}
