import { join } from 'node:path'
import { configurationSchema, type PropertiesClass } from '@vernal/container'
import { REPOSITORY } from '../architecture/repository'
import { readSourceTree } from '../architecture/source-tree'

/** The page of properties. */
export const PROPERTIES_PAGE = 'docs/reference/properties.md'

/** What editors check `application.yaml` against. Part of the starter, so that it lies in `node_modules/vernal`. */
export const SCHEMA_FILE = 'packages/vernal/application.schema.json'

/** A properties class of our packages. */
export interface CataloguedClass {
  readonly type: PropertiesClass
  /** `packages/tools/src/autoconfigure/tool-properties.ts` */
  readonly path: string
}

/** One property, as it is written in a file. */
export interface CataloguedProperty {
  /** `vernal.ai.tools.execution.timeout` */
  readonly name: string
  readonly type: string
  /** As it is written; undefined when there is none. */
  readonly fallback: string | undefined
  readonly description: string | undefined
  readonly owner: CataloguedClass
}

const DECLARATION = /^export class (\w+) extends ConfigurationProperties\(/gm

/** Every properties class of the packages, by their prefixes. */
export function readPropertiesClasses(): readonly CataloguedClass[] {
  const sources = [...readSourceTree(REPOSITORY).modules.values()].filter(
    ({ path, part }) => part === 'src' && path.startsWith('packages/'),
  )
  const classes = sources.flatMap(({ path, source }) =>
    [...source.text.matchAll(DECLARATION)].map(([, name = '']) => ({ path, type: exportOf(path, name) })),
  )
  return classes.sort((left, right) => compare(left.type.prefix, right.type.prefix))
}

// A path that is made at run time can only be required.
const exportOf = (path: string, name: string): PropertiesClass =>
  (require(join(REPOSITORY, path)) as Record<string, PropertiesClass>)[name] as PropertiesClass

/** Every property of some classes, by name. */
export function readProperties(classes: readonly CataloguedClass[]): readonly CataloguedProperty[] {
  const found = classes.flatMap((owner) => {
    const root = configurationSchema([owner.type]) as SchemaNode
    return flatten(root, '').map((property) => ({ ...property, owner }))
  })
  return found.sort((left, right) => compare(left.name, right.name))
}

/** The JSON Schema of `application.yaml` for all packages, as text. */
export const renderSchema = (classes: readonly CataloguedClass[]): string =>
  `${JSON.stringify({ title: 'application.yaml of Vernal', ...configurationSchema(classes.map(({ type }) => type)) }, undefined, 2)}\n`

/** The page of properties. */
export function renderProperties(classes: readonly CataloguedClass[]): string {
  const properties = readProperties(classes)
  const sections = classes.map((owner) =>
    section(
      owner,
      properties.filter((property) => property.owner === owner),
    ),
  )
  return [INTRODUCTION, ...sections].join('\n')
}

const INTRODUCTION = `# Properties

Every property of Vernal's own packages, as it is written in \`application.yaml\`; each may also come from a profile, the environment
(\`VERNAL_AI_TOOLS_EXECUTION_TIMEOUT\`), or the command line (\`--vernal.ai.tools.execution.timeout=5s\`): see
[configuration](../guides/configuration.md). Durations take \`500ms\`, \`30s\`, \`5m\`, \`2h\`, \`1d\`; sizes take \`512KB\`, \`10MB\`.

Editors complete and check the file with the JSON Schema that lies in the starter. With the yaml extension of Visual Studio Code or in
an IntelliJ IDE, the first line of \`application.yaml\` says where it is:

\`\`\`text
# yaml-language-server: $schema=node_modules/vernal/application.schema.json
\`\`\`

\`vernal config schema\` prints one that knows the application's own properties, too. This page and the schema are written by
\`npm run docs:properties\` from the properties classes.
`

function section({ type, path }: CataloguedClass, properties: readonly CataloguedProperty[]): string {
  const rows = properties.map(
    ({ name, type: kind, fallback, description }) =>
      `| \`${name}\` | ${cell(kind)} | ${fallback === undefined ? '' : `\`${cell(fallback)}\``} | ${cell(description ?? '')} |`,
  )
  const head = ['| property | type | default | meaning |', '| --- | --- | --- | --- |']
  return [`## ${type.prefix}`, '', `[${type.name}](../../${path})`, '', ...head, ...rows, ''].join('\n')
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/\s+/g, ' ')

interface SchemaNode {
  readonly type?: string | readonly string[]
  readonly title?: string
  readonly description?: string
  readonly default?: unknown
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, SchemaNode>>
  readonly additionalProperties?: SchemaNode | boolean
  readonly items?: SchemaNode
  readonly anyOf?: readonly SchemaNode[]
}

type Found = Omit<CataloguedProperty, 'owner'>

function flatten(node: SchemaNode, name: string): readonly Found[] {
  const below = (key: string): string => (name === '' ? key : `${name}.${key}`)
  const children = Object.entries(node.properties ?? {})
  if (children.length > 0) return children.flatMap(([key, child]) => flatten(child, below(key)))
  if (node.items && hasProperties(node.items)) return flatten(node.items, `${name}[]`)
  const list = node.anyOf?.find(({ items }) => items && hasProperties(items))
  if (list) return [leaf(node, name), ...flatten(list.items as SchemaNode, `${name}[]`)]
  const values = node.additionalProperties
  if (typeof values === 'object' && hasProperties(values))
    return [leaf(node, name), ...flatten(values, below('<name>'))]
  return [leaf(node, name)]
}

const hasProperties = ({ properties }: SchemaNode): boolean => Object.keys(properties ?? {}).length > 0

const leaf = (node: SchemaNode, name: string): Found => ({
  name,
  type: typeOf(node),
  fallback: node.default === undefined ? undefined : written(node.default),
  description: node.description,
})

const written = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

function typeOf(node: SchemaNode): string {
  if (node.title !== undefined) return node.title
  if (node.enum) return node.enum.map((value) => `\`${String(value)}\``).join(', ')
  if (node.const !== undefined) return `\`${written(node.const)}\``
  if (node.anyOf) return typeOfUnion(node.anyOf)
  if (node.items) return `list of ${typeOf(node.items)}`
  if (typeof node.additionalProperties === 'object') return `map to ${typeOf(node.additionalProperties)}`
  return [node.type ?? 'any'].flat().join(' or ')
}

/** Without the placeholder and the list as one text, which go for every property. */
function typeOfUnion(parts: readonly SchemaNode[]): string {
  const [first, ...others] = parts
  const isAid = (part: SchemaNode): boolean => part.type === 'string' && part.enum === undefined
  const told = first && others.every(isAid) ? [first] : parts
  return [...new Set(told.map(typeOf))].join(' or ')
}

const compare = (left: string, right: string): number => (left < right ? -1 : Number(left > right))
