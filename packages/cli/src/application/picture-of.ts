import { configurationSchema, type ApplicationPlan, type BeanDefinition, type Environment } from '@vernal/container'
import { ToolCallback, ToolCallbackProvider, ToolCallbacks, ToolError } from '@vernal/tools'
import type { ApplicationPicture, PicturedTool } from './application-picture'

const SEARCH_PREFIX = 'vernal.ai.chat.client.tool-search-advisor'

/**
 * Looks at an application whose beans are planned and not made.
 *
 * @throws {ToolError} whatever is wrong with the declaration of a tool
 */
export function pictureOf({ beans, environment, conditions, properties }: ApplicationPlan): ApplicationPicture {
  return {
    tools: beans.flatMap(toolsOf).map(picturedTool),
    unseen: beans.filter(bringsToolsLater).map(({ origin }) => origin),
    search: searchProperties(environment),
    conditions: conditions.toString(),
    configurationSchema: configurationSchema(properties),
  }
}

function searchProperties(environment: Environment): Readonly<Record<string, string>> {
  const entries = Object.entries(environment.entriesBelow(SEARCH_PREFIX))
  return Object.fromEntries(entries.map(([name, value]) => [name.slice(SEARCH_PREFIX.length + 1), value]))
}

function toolsOf({ type, maker }: BeanDefinition): readonly ToolCallback[] {
  if (maker.kind === 'value') return typeof maker.value === 'object' && maker.value ? declared(maker.value) : []
  const made = maker.kind === 'class' ? maker.type : type
  // Declarations are read from the class: an object of it is never constructed.
  return typeof made === 'function' ? declared(Object.create(made.prototype as object) as object) : []
}

function declared(object: object): readonly ToolCallback[] {
  if (
    object instanceof ToolCallbackProvider ||
    (object instanceof ToolCallback && !Object.hasOwn(object, 'definition'))
  )
    return []
  try {
    return ToolCallbacks.from(object)
  } catch (error) {
    if (error instanceof ToolError && error.code === 'TOOL_NONE_FOUND') return []
    throw error
  }
}

function bringsToolsLater({ type, maker }: BeanDefinition): boolean {
  if (maker.kind === 'value' || typeof type !== 'function') return false
  const bases = [ToolCallback, ToolCallbackProvider]
  return bases.some((base) => type === base || type.prototype instanceof base)
}

const picturedTool = ({ definition, metadata }: ToolCallback): PicturedTool => ({
  definition,
  effect: metadata.effect,
  source: metadata.source,
})
