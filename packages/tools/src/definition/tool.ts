import type { ParameterSchema } from '../schema/json-schema'
import { misplacedDecorator, standardDecorators } from '../tool-error'
import { writtenParameters } from './parameter-names'
import { declareTool } from './tool-declaration'
import type { ToolTraits } from './tool-traits'

/** What `@Tool` may say about a method. */
export interface ToolOptions extends ToolTraits {
  /** 1 to 64 of the characters `a-z A-Z 0-9 _ -`. Default: the name of the method. */
  readonly name?: string
  /** What the tool does and when to use it, for the model. Default: the name split in words. */
  readonly description?: string
  /**
   * The schema of all arguments: a zod object, another Standard Schema that can say its JSON Schema, or a JSON Schema.
   * A method with one parameter receives the whole object; a method with several receives the properties by name.
   * Default: made from the parameters and their `@ToolParam`.
   */
  readonly parameters?: ParameterSchema
}

/**
 * Makes a method a tool that a model may call. Works on instance, static, inherited and (TypeScript-)private methods.
 *
 * It must be the lowest decorator of the method, so that it sees the method itself and not a wrapper around it.
 * It only notes the declaration on the class; nothing is registered.
 *
 * @throws {ToolError} `TOOL_DECORATOR_MISPLACED` on anything but a method
 */
export function Tool(options: ToolOptions | string = {}): MethodDecorator {
  return (target, key, descriptor) => {
    if (isDecoratorContext(key)) throw standardDecorators('@Tool')
    const method: unknown = (descriptor as PropertyDescriptor | undefined)?.value
    if (typeof method !== 'function') throw misplacedDecorator('@Tool', `"${String(key)}", which is not a method`)
    declareTool(target, key, {
      options: typeof options === 'string' ? { description: options } : options,
      parameters: writtenParameters(method as (...args: never[]) => unknown),
      types: Reflect.getOwnMetadata('design:paramtypes', target, key) as unknown[] | undefined,
    })
  }
}

/** What a standard (TC39) decorator would get as its second argument. */
export const isDecoratorContext = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'kind' in value
