import type { ToolParamOptions } from '../definition/tool-param'
import { describedTool, type ToolDescription } from '../definition/tool-description'
import type { WrittenParameter } from '../definition/parameter-names'
import { declaredParameters, declaredTools, type ToolDeclaration } from '../definition/tool-declaration'
import { declaredToolSet, traitsWithin, type ToolSetOptions } from '../definition/tool-set-declaration'
import { ToolContext } from '../execution/tool-context'
import type { JsonSchema } from '../schema/json-schema'
import { describedParameters, type DescribedParameter } from '../schema/described-schema'
import { describeValue, type Description } from '../schema/reflected-schema'
import { SharedDefinitions } from '../schema/schema-refs'
import { inputOfParameters, inputOfSchema, type InputParameter, type ToolInput } from '../schema/tool-input'
import { unclearParameters } from '../tool-error'
import { declaredAccess, traitAccess } from '../policy/tool-access'
import { declaredTool } from './declared-tool'
import type { ToolCallback } from './tool-callback'

/** Where the arguments of a method come from, by position. */
type ArgumentSource = 'context' | 'all' | { readonly name: string }

/** One `@Tool` method of an object, or static one of a class. */
interface ToolMethod {
  readonly target: object
  readonly key: PropertyKey
  readonly owner: AnyClass
  /** Where decorators of the method begin to be looked for: a prototype, or the class for a static method. */
  readonly place: object
  readonly declaration: ToolDeclaration
  /** What `vernal generate` found out. */
  readonly generated: ToolDescription | undefined
  /** `OrderService.findOrders` */
  readonly source: string
  readonly parameters: readonly MethodParameter[]
}

interface MethodParameter {
  readonly written: WrittenParameter
  readonly options: ToolParamOptions
  readonly type: unknown
  /** What `vernal generate` found out; null when it is a `ToolContext`. */
  readonly generated: DescribedParameter | null | undefined
}

/**
 * The `@Tool` methods of an object and the static ones of its class, or only the static ones of a class, as callbacks.
 * Empty when there are none.
 *
 * @throws {ToolError} `TOOL_NAME_INVALID`, `TOOL_PARAMETERS_UNCLEAR`, `TOOL_SCHEMA_INVALID` or `TOOL_OPTION_INVALID`
 */
export function methodTools(target: object): readonly ToolCallback[] {
  const type = classOf(target)
  if (type === undefined) return []
  const own = typeof target === 'function' ? [] : declaredIn(target, type.prototype as object, type)
  const all = own.concat(declaredIn(type, type, type))
  if (all.length === 0) return all as never[]
  const set = declaredToolSet(type)
  return all.map((method) => callbackOf(method, set))
}

type AnyClass = abstract new (...args: never[]) => object

/** The one of the prototype: the object itself may have a `constructor` as data. */
function classOf(target: object): AnyClass | undefined {
  if (typeof target === 'function') return target as AnyClass
  const prototype = Object.getPrototypeOf(target) as { readonly constructor?: unknown } | null
  const type = prototype?.constructor
  return typeof type === 'function' ? (type as AnyClass) : undefined
}

function declaredIn(target: object, place: object, owner: AnyClass): ToolMethod[] {
  return Array.from(declaredTools(place), ([key, { owner: declaredBy, declaration }]) => {
    const source = `${owner.name}.${String(key)}`
    const generated = describedTool(place, declaredBy, key)
    const parameters = parametersOf(declaredBy, key, declaration, generated)
    return { target, key, owner, place, declaration, generated, source, parameters }
  })
}

function parametersOf(
  owner: object,
  key: PropertyKey,
  { parameters, types }: ToolDeclaration,
  description: ToolDescription | undefined,
): MethodParameter[] {
  const options = declaredParameters(owner, key)
  const count = Math.max(parameters.length, types?.length ?? 0)
  const generated = description && describedParameters(description, namesOf(parameters, count))
  return Array.from({ length: count }, (_, at) => ({
    written: parameters[at] ?? UNWRITTEN,
    options: options.get(at) ?? NO_OPTIONS,
    type: types?.[at],
    generated: generated?.[at],
  }))
}

const UNWRITTEN: WrittenParameter = Object.freeze({ hasDefault: false, isRest: false })
const NO_OPTIONS: ToolParamOptions = Object.freeze({})

const namesOf = (parameters: readonly WrittenParameter[], count: number): (string | undefined)[] =>
  Array.from({ length: count }, (_, at) => parameters[at]?.name)

function callbackOf(method: ToolMethod, set: ToolSetOptions): ToolCallback {
  const { declaration, source, key, owner, place, generated } = method
  const { options } = declaration
  const { input, sources } = inputOf(method)
  const { target } = method
  return declaredTool({
    name: `${set.prefix ?? ''}${options.name ?? String(key)}`,
    description: options.description?.trim() ? options.description : generated?.description,
    traits: traitsWithin(set, options),
    source,
    input,
    access: declaredAccess(place, key).concat(traitAccess(set, `@ToolSet of ${owner.name}`)),
    output: generated?.output,
    owner,
    invoke: (args, context) => invokeMethod(target, key, sources, args, context),
  })
}

function invokeMethod(
  target: object,
  key: PropertyKey,
  sources: readonly ArgumentSource[],
  args: Readonly<Record<string, unknown>>,
  context: ToolContext,
): unknown {
  const values = sources.map((source) => {
    if (source === 'context') return context
    return source === 'all' ? args : args[source.name]
  })
  const method = (target as Record<PropertyKey, (...values: unknown[]) => unknown>)[key]
  return Reflect.apply(method as () => unknown, target, values)
}

interface MethodInput {
  readonly input: ToolInput
  readonly sources: readonly ArgumentSource[]
}

function inputOf(method: ToolMethod): MethodInput {
  const { parameters: schema } = method.declaration.options
  return schema === undefined ? inputOfSignature(method) : inputOfWhole(method, inputOfSchema(schema, method.source))
}

/** One schema for all: a method with one parameter takes the object, one with several takes its properties by name. */
function inputOfWhole({ parameters, source }: ToolMethod, input: ToolInput): MethodInput {
  const properties = input.schema.properties as Record<string, unknown>
  const contexts = parameters.filter(isContext).length
  const takesAll = parameters.length - contexts === 1
  const problems: string[] = []
  const sources = parameters.map((parameter, at): ArgumentSource => {
    if (isContext(parameter)) return 'context'
    const name = nameOf(parameter)
    const isProperty = name !== undefined && Object.hasOwn(properties, name)
    if (takesAll && !(isProperty && isScalar(parameter.type))) return 'all'
    if (!isProperty) problems.push(`parameter ${at + 1} (${name ?? 'a pattern'}) is no property of the schema`)
    return { name: name ?? '' }
  })
  if (problems.length > 0) throw unclearParameters(source, problems)
  return { input, sources }
}

const isContext = ({ type, generated }: MethodParameter): boolean =>
  generated === null || type === ToolContext || (typeof type === 'function' && type.prototype instanceof ToolContext)

const SCALARS: ReadonlySet<unknown> = new Set([String, Number, Boolean, BigInt, Date, Array])

const isScalar = (type: unknown): boolean => SCALARS.has(type)

const nameOf = ({ options, written, generated }: MethodParameter): string | undefined =>
  options.name ?? generated?.name ?? written.name

function inputOfSignature({ parameters, source }: ToolMethod): MethodInput {
  const description: Description = {
    definitions: new SharedDefinitions(),
    place: source,
    problems: [],
    classes: new Map(),
  }
  const inputs: InputParameter[] = []
  const sources = parameters.map((parameter, at): ArgumentSource => {
    if (isContext(parameter)) return 'context'
    const input = inputParameter(parameter, at, description)
    if (input === undefined) return { name: '' }
    if (inputs.some(({ name }) => name === input.name))
      description.problems.push(`two parameters are named "${input.name}"`)
    inputs.push(input)
    return { name: input.name }
  })
  if (description.problems.length > 0) throw unclearParameters(source, description.problems)
  return { input: inputOfParameters(inputs, description.definitions, source), sources }
}

function inputParameter(parameter: MethodParameter, at: number, description: Description): InputParameter | undefined {
  const { options, written, type, generated } = parameter
  const name = nameOf(parameter)
  if (name === undefined) {
    description.problems.push(
      `parameter ${at + 1} is a pattern, so its name is not known: add @ToolParam({ name: '…' })`,
    )
    return undefined
  }
  if (written.isRest) {
    description.problems.push(
      `parameter "${name}" is a rest parameter: make it an array and add @ToolParam({ items: … })`,
    )
    return undefined
  }
  if (generated?.schema !== undefined && !isExplicit(options)) {
    return generatedInput(name, generated.schema, options.required ?? generated.isRequired, options, description)
  }
  const known = type === undefined || type === Object ? (written.defaultType ?? type) : type
  const part = describeValue(options, known, `parameter "${name}"`, description)
  const isOptional = written.hasDefault || generated?.isRequired === false
  return part && { name, part, isRequired: options.required ?? !(isOptional || part.isOptional) }
}

/** Whether the decorator says what the parameter is, and not only what it means. */
const isExplicit = ({ schema, type, items, enum: values }: ToolParamOptions): boolean =>
  [schema, type, items, values].some((option) => option !== undefined)

function generatedInput(
  name: string,
  schema: JsonSchema,
  isRequired: boolean,
  options: ToolParamOptions,
  { definitions }: Description,
): InputParameter {
  const embedded = definitions.embed(schema, name)
  const described = options.description === undefined ? embedded : { ...embedded, description: options.description }
  return { name, isRequired, part: { schema: described, isOptional: false } }
}
