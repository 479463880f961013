import type { ToolDescription } from '../definition/tool-description'
import type { JsonSchema } from './json-schema'
import {
  BIGINT_HOOK,
  BYTES_HOOK,
  DATE_HOOK,
  HOOK,
  instanceHook,
  MAP_HOOK,
  SET_HOOK,
  URL_HOOK,
  type SchemaHook,
} from './schema-hook'
import { mapSchema, schemaParts } from './schema-refs'

const MARK = 'x-vernal-type'
const HOOKS: Readonly<Record<string, SchemaHook>> = {
  date: DATE_HOOK,
  bigint: BIGINT_HOOK,
  bytes: BYTES_HOOK,
  url: URL_HOOK,
  map: MAP_HOOK,
  set: SET_HOOK,
}

/** A parameter as the generated description of its tool has it. */
export interface DescribedParameter {
  /** In the source. */
  readonly name: string
  /** A document of its own, with the definitions it needs; absent when its decorators say what it is. */
  readonly schema?: JsonSchema
  readonly isRequired: boolean
}

/**
 * The parameters of a method by position, as its description has them: found by their names, or by their positions when
 * the code is minified. Null for a `ToolContext`, undefined for a parameter the description does not know.
 *
 * @param written the names the code shows at run time
 */
export function describedParameters(
  description: ToolDescription,
  written: readonly (string | undefined)[],
): readonly (DescribedParameter | null | undefined)[] {
  const { signature } = description
  const isRenamed = signature.length === written.length && !written.some((name) => signature.includes(name ?? null))
  const root = hookedSchema(description)
  return written.map((name, at) => {
    const described =
      isRenamed || (name === undefined && signature.length === written.length)
        ? signature[at]
        : signature.find((each) => each === name)
    if (described === undefined) return isContextAt(description, written, at) ? null : undefined
    return described === null ? null : describedParameter(root, described)
  })
}

/** A context has no name in the description, so it is known by its place. */
function isContextAt({ signature }: ToolDescription, written: readonly unknown[], at: number): boolean {
  return signature.length === written.length && signature[at] === null
}

function describedParameter(root: JsonSchema, name: string): DescribedParameter {
  const { properties, required, $defs } = root as JsonSchema & Record<string, JsonSchema | undefined>
  const isRequired = Array.isArray(required) && required.includes(name)
  const schema = properties?.[name] as JsonSchema | undefined
  if (schema === undefined) return { name, isRequired }
  const definitions = reachable(schema, ($defs ?? {}) as Readonly<Record<string, JsonSchema>>)
  return {
    name,
    isRequired,
    schema: Object.keys(definitions).length === 0 ? schema : { ...schema, $defs: definitions },
  }
}

function reachable(
  schema: JsonSchema,
  definitions: Readonly<Record<string, JsonSchema>>,
  found: Record<string, JsonSchema> = {},
): Record<string, JsonSchema> {
  for (const { $ref } of schemaParts(schema)) {
    const name = typeof $ref === 'string' ? $ref.replace('#/$defs/', '') : ''
    const definition = definitions[name]
    if (definition === undefined || name in found) continue
    found[name] = definition
    reachable(definition, definitions, found)
  }
  return found
}

/** Turns marks into hooks. */
function hookedSchema({ parameters, classes = {} }: ToolDescription): JsonSchema {
  return mapSchema(parameters, (part) => {
    const { [MARK]: mark, ...rest } = part as JsonSchema & { readonly [MARK]?: unknown }
    if (typeof mark !== 'string') return part
    const type = classes[mark]
    const hook = type === undefined ? HOOKS[mark] : instanceHook(type)
    return hook === undefined ? rest : { ...rest, [HOOK]: hook }
  })
}
