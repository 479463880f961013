import type { ParameterSchema } from '../schema/json-schema'
import { misplacedDecorator, standardDecorators } from '../tool-error'
import { isDecoratorContext } from './tool'
import { declareField, declareParameter } from './tool-declaration'

/** What `@ToolParam` may say about a parameter of a tool, or about a field of a class that is such a parameter. */
export interface ToolParamOptions {
  /** The name the model uses. Default: the name in the source; give it when the code is minified or the parameter is a pattern. */
  readonly name?: string
  /** What the value means, for the model. */
  readonly description?: string
  /** Whether the model must give it. Default true; false when the parameter has a default value or its schema is optional. */
  readonly required?: boolean
  /** The exact schema, instead of what the compiler tells: zod, another Standard Schema, or a JSON Schema. Without `type`, `items` and `enum`. */
  readonly schema?: ParameterSchema
  /** The type, where the compiler tells none: a class, `String`, `Number`, `Boolean`, `Date`, `BigInt`, or `'integer'`. */
  readonly type?: ToolParamType
  /** The type or schema of the elements of an array. */
  readonly items?: ToolParamType | ParameterSchema
  /** The allowed values: a list, or a TypeScript enum. */
  readonly enum?: ToolParamEnum
}

/** A type a parameter may have. */
export type ToolParamType =
  'string' | 'number' | 'integer' | 'boolean' | (abstract new (...args: never[]) => unknown) | BigIntConstructor

/** A list of allowed values, or a TypeScript enum. */
export type ToolParamEnum = readonly (string | number | boolean | null)[] | Readonly<Record<string, string | number>>

/** What `@ToolParam` is: usable on parameters and on fields. */
export type ToolParamDecorator = (
  target: object,
  key: string | symbol | undefined,
  index?: number | PropertyDescriptor,
) => void

/**
 * Describes a parameter of a `@Tool` method, or a field of a class that is the type of such a parameter.
 *
 * It only notes the description on the class.
 *
 * @param options a description, or more
 * @throws {ToolError} `TOOL_DECORATOR_MISPLACED` on a constructor parameter
 */
export function ToolParam(options: ToolParamOptions | string = {}): ToolParamDecorator {
  const declared = typeof options === 'string' ? { description: options } : options
  return (target, key, index) => {
    if (isDecoratorContext(key)) throw standardDecorators('@ToolParam')
    if (key === undefined) throw misplacedDecorator('@ToolParam', 'a constructor parameter')
    if (typeof index === 'number') declareParameter(target, key, index, declared)
    else if (typeof key === 'string') declareField(target, key, declared)
    else throw misplacedDecorator('@ToolParam', `the field ${String(key)}`)
  }
}
