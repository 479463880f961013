import type { Alias, Document, LineCounter, Node, Pair, YAMLError, YAMLMap } from 'yaml'
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
  // The parser compares each key with all others of its map; the walk below finds keys that stand twice, in linear time.
  const parsed = yaml.parseAllDocuments(text, {
    lineCounter: lines,
    merge: true,
    prettyErrors: false,
    uniqueKeys: false,
  })
  if (!Array.isArray(parsed)) return []
  return parsed.map((document) => {
    refuseFaults(document, file, lines)
    return new DocumentWalk(yaml, document, file, lines).entries()
  })
}

const REASONS: Readonly<Record<string, string>> = {
  BLOCK_AS_IMPLICIT_KEY: 'a second ": " stands in one line, which would start a map within the value.',
  TAB_AS_INDENT: 'the line is indented with a tab.',
}

/** Values that aliases may repeat in one document; more come of aliases within aliases only. */
const MAX_REPEATED_VALUES = 10_000

const ADVICE: Readonly<Record<string, string>> = {
  BLOCK_AS_IMPLICIT_KEY: 'Put text that contains ": " in quotes.',
  TAB_AS_INDENT: 'Indent with spaces.',
}

function refuseFaults(document: Document, file: string, lines: LineCounter): void {
  const [fault, ...more] = document.errors
  if (fault === undefined) return
  const { line, col } = lines.linePos(fault.pos[0])
  const others = more.length === 0 ? '' : ` (and ${more.length} more)`
  const action = ADVICE[fault.code] ?? 'Correct the file; text with special characters needs quotes.'
  throw configurationUnreadable(`${file}:${line}:${col}`, `${reasonOf(fault)}${others}`, action, fault)
}

function reasonOf({ code, message }: YAMLError): string {
  if (message.startsWith('Maximum call stack')) return 'values are nested too deeply.'
  return REASONS[code] ?? message.replace(/\.?$/, '.')
}

class DocumentWalk {
  readonly #found: PropertyEntry[] = []
  /** What aliases stand for that are being followed. */
  readonly #followed = new Set<Node>()
  #repeated = 0
  #targets: ReadonlyMap<Node, Node> | undefined

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
      throw this.#refusal(contents, 'the document is not a map of keys.', 'Write "key: value".')
    }
    this.#walk(contents, PropertyName.root)
    return this.#found
  }

  #walk(node: Node | null, name: PropertyName): void {
    const { yaml } = this
    if (yaml.isAlias(node)) this.#follow(node, name)
    else if (yaml.isMap(node) && node.items.length > 0) this.#walkMap(node, name)
    else if (yaml.isSeq(node) && node.items.length > 0) {
      for (const [index, item] of node.items.entries()) this.#walk(item as Node | null, name.at(index))
    } else this.#add(node, name)
  }

  #walkMap(map: YAMLMap, name: PropertyName): void {
    const pairs = map.items as Pair<Node, Node | null>[]
    const names = new Set<string>()
    for (const pair of pairs) if (isMerge(this.yaml, pair)) this.#merge(pair.value, name)
    for (const pair of pairs) {
      if (isMerge(this.yaml, pair)) continue
      const key = this.#keyOf(pair.key)
      if (names.has(key)) throw this.#refusal(pair.key, 'the key stands in this map twice.', 'Keep one of the two.')
      names.add(key)
      this.#walk(pair.value, name.append(key))
    }
  }

  /** `<<: *other` or `<<: [*one, *two]`: earlier ones win, own keys win over both. */
  #merge(value: Node | null, name: PropertyName): void {
    const sources = this.yaml.isSeq(value) ? ([...value.items].reverse() as Node[]) : [value]
    for (const source of sources) this.#walk(source, name)
  }

  #keyOf(key: Node): string {
    if (this.yaml.isScalar(key)) return key.source ?? String(key.value)
    throw this.#refusal(key, 'a key is not plain text.', 'Use text as the key.')
  }

  #add(node: Node | null, name: PropertyName): void {
    const isPlain = this.yaml.isScalar(node) && node.type === 'PLAIN'
    const value: unknown = this.yaml.isScalar(node) ? node.value : undefined
    const text = value === null || value === undefined ? '' : isPlain ? (node.source ?? '') : scalarText(value)
    const typed: unknown = this.yaml.isCollection(node) ? node.toJSON() : value
    this.#found.push({ name, value: { text, typed, origin: this.#origin(node) } })
    if (this.#followed.size > 0) this.#repeated += 1
  }

  #follow(alias: Alias, name: PropertyName): void {
    this.#targets ??= targetsOf(this.yaml, this.document)
    const target = this.#targets.get(alias) ?? null
    if (target === null) return this.#walk(target, name)
    if (this.#followed.has(target)) {
      throw this.#refusal(alias, `*${alias.source} stands within what it repeats.`, 'Write the value out.')
    }
    if (this.#repeated >= MAX_REPEATED_VALUES) {
      throw this.#refusal(alias, `aliases repeat more than ${MAX_REPEATED_VALUES} values.`, 'Write the values out.')
    }
    this.#followed.add(target)
    this.#walk(target, name)
    this.#followed.delete(target)
  }

  #refusal(node: Node, reason: string, action: string): Error {
    return configurationUnreadable(this.#origin(node), reason, action)
  }

  #origin(node: Node | null): string {
    const start = node?.range?.[0]
    if (start === undefined) return this.file
    const { line, col } = this.lines.linePos(start)
    return `${this.file}:${line}:${col}`
  }
}

/** What each alias of a document repeats: the last value before it with that anchor. */
function targetsOf(yaml: typeof import('yaml'), document: Document): ReadonlyMap<Node, Node> {
  const anchored = new Map<string, Node>()
  const targets = new Map<Node, Node>()
  yaml.visit(document, {
    Node: (_, node) => {
      if (!yaml.isAlias(node)) {
        if (node.anchor !== undefined) anchored.set(node.anchor, node)
        return
      }
      const target = anchored.get(node.source)
      if (target !== undefined) targets.set(node, target)
    },
  })
  return targets
}

function scalarText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function isMerge(yaml: typeof import('yaml'), pair: Pair<Node, Node | null>): boolean {
  return yaml.isScalar(pair.key) && (typeof pair.key.value === 'symbol' || pair.key.source === '<<')
}
