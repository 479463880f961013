import type { Alias, Document, LineCounter, Node, Pair, YAMLMap } from 'yaml'
import { configurationUnreadable } from '../failures/configuration-errors'
import { PropertyName } from './property-name'
import type { PropertyEntry } from './property-source'

/** The values of one document of a yaml file. */
export type YamlEntries = readonly PropertyEntry[]

/**
 * Reads the documents of a yaml (or json) text. Values keep the text they were written in, with line and column.
 *
 * @param file how the file is called in messages and origins
 * @throws {ContainerError} `CONFIGURATION_UNREADABLE` naming file, line, column and reason of every fault
 */
export function readYaml(text: string, file: string): readonly YamlEntries[] {
  // Loaded when there is a file to read: an application without one does not pay for the parser.
  const yaml = require('yaml') as typeof import('yaml')
  const lines = new yaml.LineCounter()
  const parsed = yaml.parseAllDocuments(text, { lineCounter: lines, merge: true, prettyErrors: false })
  if (!Array.isArray(parsed)) return []
  return parsed.map((document) => {
    refuseFaults(document, file, lines)
    return new DocumentWalk(yaml, document, file, lines).entries()
  })
}

const REASONS: Readonly<Record<string, string>> = {
  BLOCK_AS_IMPLICIT_KEY: 'a second ": " stands in one line, which would start a map within the value.',
  DUPLICATE_KEY: 'the key stands in this map twice.',
  TAB_AS_INDENT: 'the line is indented with a tab.',
}

const ADVICE: Readonly<Record<string, string>> = {
  BLOCK_AS_IMPLICIT_KEY: 'Put text that contains ": " in quotes.',
  DUPLICATE_KEY: 'Keep one of the two.',
  TAB_AS_INDENT: 'Indent with spaces.',
}

function refuseFaults(document: Document, file: string, lines: LineCounter): void {
  const [fault, ...more] = document.errors
  if (fault === undefined) return
  const { line, col } = lines.linePos(fault.pos[0])
  const others = more.length === 0 ? '' : ` (and ${more.length} more)`
  const action = ADVICE[fault.code] ?? 'Correct the file; text with special characters needs quotes.'
  throw configurationUnreadable(
    `${file}:${line}:${col}`,
    `${REASONS[fault.code] ?? fault.message.replace(/\.?$/, '.')}${others}`,
    action,
    fault,
  )
}

class DocumentWalk {
  readonly #found: PropertyEntry[] = []

  constructor(
    private readonly yaml: typeof import('yaml'),
    private readonly document: Document,
    private readonly file: string,
    private readonly lines: LineCounter,
  ) {}

  entries(): YamlEntries {
    const { contents } = this.document
    if (contents === null || (this.yaml.isScalar(contents) && contents.value === null)) return []
    if (!this.yaml.isMap(contents)) {
      throw configurationUnreadable(this.#origin(contents), 'the document is not a map of keys.', 'Write "key: value".')
    }
    this.#walk(contents, PropertyName.root)
    return this.#found
  }

  #walk(node: Node | null, name: PropertyName): void {
    const { yaml } = this
    if (yaml.isAlias(node)) this.#walk(this.#target(node), name)
    else if (yaml.isMap(node) && node.items.length > 0) this.#walkMap(node, name)
    else if (yaml.isSeq(node) && node.items.length > 0) {
      for (const [index, item] of node.items.entries()) this.#walk(item as Node | null, name.at(index))
    } else this.#add(node, name)
  }

  #walkMap(map: YAMLMap, name: PropertyName): void {
    const pairs = map.items as Pair<Node, Node | null>[]
    for (const pair of pairs) if (isMerge(this.yaml, pair)) this.#merge(pair.value, name)
    for (const pair of pairs) {
      if (!isMerge(this.yaml, pair)) this.#walk(pair.value, this.#nameOf(pair.key, name))
    }
  }

  /** `<<: *other` or `<<: [*one, *two]`: earlier ones win, own keys win over both. */
  #merge(value: Node | null, name: PropertyName): void {
    const sources = this.yaml.isSeq(value) ? ([...value.items].reverse() as Node[]) : [value]
    for (const source of sources) this.#walk(source, name)
  }

  #nameOf(key: Node, parent: PropertyName): PropertyName {
    const text = this.yaml.isScalar(key) ? (key.source ?? String(key.value)) : undefined
    if (text === undefined) {
      throw configurationUnreadable(this.#origin(key), 'a key is not plain text.', 'Use text as the key.')
    }
    return parent.append(text)
  }

  #add(node: Node | null, name: PropertyName): void {
    const isPlain = this.yaml.isScalar(node) && node.type === 'PLAIN'
    const value: unknown = this.yaml.isScalar(node) ? node.value : undefined
    const text = value === null || value === undefined ? '' : isPlain ? (node.source ?? '') : scalarText(value)
    const typed: unknown = this.yaml.isCollection(node) ? node.toJSON() : value
    this.#found.push({ name, value: { text, typed, origin: this.#origin(node) } })
  }

  #target(alias: Alias): Node | null {
    return (alias.resolve(this.document) as Node | undefined) ?? null
  }

  #origin(node: Node | null): string {
    const start = node?.range?.[0]
    if (start === undefined) return this.file
    const { line, col } = this.lines.linePos(start)
    return `${this.file}:${line}:${col}`
  }
}

function scalarText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function isMerge(yaml: typeof import('yaml'), pair: Pair<Node, Node | null>): boolean {
  return yaml.isScalar(pair.key) && (typeof pair.key.value === 'symbol' || pair.key.source === '<<')
}
