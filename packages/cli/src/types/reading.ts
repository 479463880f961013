import type ts from 'typescript'
import type { Definitions } from './definitions'

/** A JSON Schema being made. */
export type Schema = Readonly<Record<string, unknown>>

/** What reads the types of one tool, and what it has found so far. */
export interface Reading {
  readonly program: ts.Program
  readonly checker: ts.TypeChecker
  /** Arguments are exact and reach the method as its types say; results are only described. */
  readonly direction: 'input' | 'output'
  readonly definitions: Definitions
  /** The classes whose instances are made, by the name the schema calls them. */
  readonly classes: Map<string, ts.ClassDeclaration>
  /** The files of the project in which the types are declared. */
  readonly files: Set<ts.SourceFile>
  /** What has no JSON form, each as a sentence. */
  readonly problems: string[]
  /** What is wrong with tags of doc comments, each as a sentence with its place. */
  readonly tagFaults: Set<string>
  /**
   * The schema of a type.
   *
   * @param place for messages, and for names of definitions: `filter.tags`
   */
  schemaOf(type: ts.Type, place: string): Schema
}

/** Marks a value that reaches the method as something JSON has no form for. */
export const MARK = 'x-vernal-type'

/** A schema with a mark; results are only described, so they have none. */
export const marked = (reading: Reading, schema: Schema, mark: string): Schema =>
  reading.direction === 'input' ? { ...schema, [MARK]: mark } : schema

/** Notes that a type has no JSON form. */
export function noJsonForm(reading: Reading, place: string, problem: string): Schema {
  reading.problems.push(`${place} ${problem}`)
  return {}
}
