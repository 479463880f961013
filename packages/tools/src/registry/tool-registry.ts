import { toolNamePattern } from '../definition/tool-name-pattern'
import { toolNameTaken, unknownTool } from '../tool-error'
import type { ToolCallback } from './tool-callback'
import { ToolSet } from './tool-set'

/** A tool came to a registry, or left it. Plain data. */
export interface ToolRegistryEvent {
  readonly type: 'tool-registered' | 'tool-unregistered'
  readonly name: string
  /** The version of the registry after the change. */
  readonly version: number
}

/** The tools of one application. May change at run time; every change makes a new {@link ToolSet}. */
export class ToolRegistry {
  readonly #tools = new Map<string, ToolCallback>()
  readonly #beans = new Map<string, object>()
  readonly #listeners = new Set<(event: ToolRegistryEvent) => void>()
  readonly #matching = new Map<string, ToolSet>()
  #all: ToolSet | undefined
  #version = 0

  /** Counts the changes; starts at 0. */
  get version(): number {
    return this.#version
  }

  /**
   * Adds a tool. Adding the same callback again changes nothing.
   *
   * @param bean the object that brings it, where there is one
   * @throws {ToolError} `TOOL_NAME_TAKEN` when another tool has its name
   */
  register(callback: ToolCallback, bean?: object): void {
    const { name } = callback.definition
    const existing = this.#tools.get(name)
    if (existing === callback) return
    if (existing !== undefined) throw toolNameTaken(name, existing.metadata.source, callback.metadata.source)
    this.#tools.set(name, callback)
    if (bean !== undefined) this.#beans.set(name, bean)
    this.#changed('tool-registered', name)
  }

  /** Removes a tool; tells whether it was there. Requests that already have it keep it. */
  unregister(name: string): boolean {
    const wasThere = this.#tools.delete(name)
    this.#beans.delete(name)
    if (wasThere) this.#changed('tool-unregistered', name)
    return wasThere
  }

  /** The tool of that name, or undefined. */
  find(name: string): ToolCallback | undefined {
    return this.#tools.get(name)
  }

  /**
   * The tool of that name.
   *
   * @throws {ToolError} `TOOL_UNKNOWN`
   */
  get(name: string): ToolCallback {
    const callback = this.#tools.get(name)
    if (callback === undefined) throw unknownTool(name, [...this.#tools.keys()])
    return callback
  }

  /** The tools that are methods of a class, or of a class below it. */
  ofClass(type: abstract new (...args: never[]) => unknown): readonly ToolCallback[] {
    return [...this.#tools.values()].filter(({ owner }) => owner !== undefined && isOrExtends(owner, type))
  }

  /** The tools that a bean brings: its methods, or those it provides. */
  ofBean(bean: object): readonly ToolCallback[] {
    return [...this.#tools.values()].filter((tool) => this.#beans.get(tool.definition.name) === bean)
  }

  /** The tools with a tag, in the order they came. */
  tagged(tag: string): readonly ToolCallback[] {
    return [...this.#tools.values()].filter(({ metadata }) => metadata.tags.includes(tag))
  }

  /** All tools, in the order they came. The same set until the registry changes. */
  all(): ToolSet {
    return (this.#all ??= ToolSet.of(this.#tools.values()))
  }

  /**
   * The tools whose name matches one of the patterns, in the order they came. The same set until the registry changes.
   *
   * @param patterns names, with `*` for any characters
   */
  matching(patterns: readonly string[]): ToolSet {
    const key = JSON.stringify(patterns)
    const known = this.#matching.get(key)
    if (known !== undefined) return known
    const isMatch = toolNamePattern(patterns)
    const set = ToolSet.of([...this.#tools.values()].filter(({ definition }) => isMatch(definition.name)))
    this.#matching.set(key, set)
    return set
  }

  /** Calls `listener` after every change. Returns what ends that. */
  onChange(listener: (event: ToolRegistryEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  #changed(type: ToolRegistryEvent['type'], name: string): void {
    this.#all = undefined
    if (this.#matching.size > 0) this.#matching.clear()
    this.#version++
    for (const listener of this.#listeners) listener({ type, name, version: this.#version })
  }
}

const isOrExtends = (owner: object, type: abstract new (...args: never[]) => unknown): boolean =>
  owner === type || Object.prototype.isPrototypeOf.call(type, owner)
