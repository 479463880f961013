import { counted } from './counted'
import type { ErrorObject } from 'ajv/dist/2020'
import { pathText, type ArgumentProblem } from './binding-run'
import { isTypeName, typeWords } from './type-check'
import { valueList, valuePreview } from './value-preview'
import { visible } from './visible-text'

/** The errors of ajv in the words of our own checks. What only repeats another error is left out. */
export function libraryProblems(errors: readonly ErrorObject[]): readonly ArgumentProblem[] {
  const telling = errors.filter(({ keyword, schemaPath }) => keyword !== 'if' && !schemaPath.includes('/contains/'))
  return (telling.length > 0 ? telling : errors).slice(0, 20).map(problemOf)
}

function problemOf(error: ErrorObject): ArgumentProblem {
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((key) => key.replace(/~1/g, '/').replace(/~0/g, '~'))
    .map((key) => (/^\d+$/.test(key) ? Number(key) : key))
  const params = error.params as Record<string, unknown>
  if (error.keyword === 'required')
    return { path: pathText([...path, String(params.missingProperty)]), message: 'required, but missing' }
  return { path: pathText(path), message: messageOf(error, params) }
}

function messageOf(error: ErrorObject, params: Record<string, unknown>): string {
  const received = `received ${valuePreview(error.data)}`
  switch (error.keyword) {
    case 'type':
      return `expected ${typeWords([params.type].flat().filter(isTypeName))}, ${received}`
    case 'const':
      return `expected ${valueList([params.allowedValue])}, ${received}`
    case 'enum':
      return `expected one of ${valueList(params.allowedValues as unknown[])}, ${received}`
    case 'additionalProperties':
      return unexpected(params.additionalProperty)
    case 'unevaluatedProperties':
      return unexpected(params.unevaluatedProperty)
    case 'dependentRequired':
      return `the property ${quoted(params.missingProperty)} is required when ${quoted(params.property)} is given`
    case 'contains':
      return `expected ${countWords(params)} that fit ${excerpt(error.schema)}`
    default:
      return error.message ?? `does not fit "${error.keyword}"`
  }
}

const quoted = (name: unknown): string => `"${visible(String(name).slice(0, 64))}"`

const unexpected = (name: unknown): string => `the property ${quoted(name)} is not expected`

const countWords = ({ minContains, maxContains }: Record<string, unknown>): string =>
  typeof maxContains === 'number'
    ? `${Number(minContains)} to ${maxContains} elements`
    : `at least ${counted(Number(minContains), 'element')}`

const excerpt = (schema: unknown): string => (JSON.stringify(schema) ?? 'the schema').slice(0, 120)
