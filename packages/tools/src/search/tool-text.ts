import type { ToolDefinition } from '../definition/tool-definition'

/** The parts of a definition in which a tool can be found, as texts. */
export interface ToolText {
  readonly name: string
  readonly description: string
  /** The names of its parameters, nested ones included. */
  readonly parameterNames: string
  /** The descriptions of its parameters, and the values they may take. */
  readonly parameterDescriptions: string
}

/** The fields of {@link ToolText}, in the order of their weight. */
export const TOOL_FIELDS = ['name', 'description', 'parameterNames', 'parameterDescriptions'] as const

/** Reads the texts of a definition. Looks at most five levels and a thousand schemas deep. */
export function toolText(definition: ToolDefinition): ToolText {
  const { name, inputSchema } = definition
  const parameters: ParameterTexts = { names: [], descriptions: [], schemas: 0 }
  readSchema(inputSchema, parameters, 0)
  return {
    name,
    description: descriptionOf(definition),
    parameterNames: parameters.names.join(' '),
    parameterDescriptions: parameters.descriptions.join(' '),
  }
}

/** Empty when it is no text: definitions of other servers may say anything. */
export const descriptionOf = ({ description }: { readonly description: unknown }): string =>
  typeof description === 'string' ? description : ''

const MAX_DEPTH = 5
const MAX_SCHEMAS = 1_000
/** Longer lists are codes of countries, currencies and the like, in which every tool would be found. */
const MAX_ENUM_VALUES = 30

interface ParameterTexts {
  readonly names: string[]
  readonly descriptions: string[]
  schemas: number
}

function readSchema(schema: unknown, texts: ParameterTexts, depth: number): void {
  if (!isRecord(schema) || depth > MAX_DEPTH || texts.schemas >= MAX_SCHEMAS) return
  texts.schemas += 1
  if (typeof schema.description === 'string') texts.descriptions.push(schema.description)
  if (Array.isArray(schema.enum) && schema.enum.length <= MAX_ENUM_VALUES) {
    texts.descriptions.push(...schema.enum.filter((value) => typeof value === 'string'))
  }
  if (isRecord(schema.properties)) {
    for (const [name, property] of Object.entries(schema.properties)) {
      texts.names.push(name)
      readSchema(property, texts, depth + 1)
    }
  }
  for (const part of [schema.items, schema.anyOf, schema.oneOf, schema.allOf].flat()) readSchema(part, texts, depth + 1)
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
