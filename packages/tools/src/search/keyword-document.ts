import type { ToolDefinition } from '../definition/tool-definition'
import { bareSpelling, type TermReader } from './term-reader'
import { TOOL_FIELDS, toolText } from './tool-text'

/** A tool as its terms. Depends on nothing but the definition, so that tools come and go without touching each other. */
export interface KeywordDocument {
  /** How strongly each term describes the tool, from 0 to 1. */
  readonly strengths: ReadonlyMap<string, number>
  /** The terms of its name, each once. */
  readonly nameTerms: readonly string[]
  /** Its name, whatever the spelling. */
  readonly bareName: string
}

/** How much a term counts in a field, and what the field's length does to it. */
interface FieldRule {
  readonly weight: number
  /** Of the length that is usual, terms count as they are; in longer texts less. */
  readonly usualLength: number
  /** How much the length matters, from 0 to 1. */
  readonly lengthEffect: number
}

/** In the order of `TOOL_FIELDS`: name, description, names and descriptions of parameters. */
const FIELD_RULES: readonly FieldRule[] = [
  { weight: 3, usualLength: 3, lengthEffect: 0.4 },
  { weight: 1, usualLength: 12, lengthEffect: 0.5 },
  { weight: 1, usualLength: 4, lengthEffect: 0.5 },
  { weight: 0.7, usualLength: 15, lengthEffect: 0.5 },
]

/** How often a term must be said before more adds little: at this weight it has half of its strength (BM25's k1). */
const HALF_STRENGTH = 1.6

/** Reads a definition: BM25F, with lengths compared to a usual one instead of to those of the other tools. */
export function keywordDocument(definition: ToolDefinition, reader: TermReader): KeywordDocument {
  const text = toolText(definition)
  const weights = new Map<string, number>()
  const fields = TOOL_FIELDS.map((field) => reader.terms(text[field]))
  fields.forEach((terms, field) => addField(weights, terms, field))
  return {
    strengths: new Map([...weights].map(([term, weight]) => [term, weight / (weight + HALF_STRENGTH)])),
    nameTerms: [...new Set(fields[0])],
    bareName: bareSpelling(definition.name),
  }
}

/** What one term counts in a field of so many terms; fields in the order of `TOOL_FIELDS`. */
export function termWeight(field: number, length: number): number {
  const { weight, usualLength, lengthEffect } = FIELD_RULES[field] ?? { weight: 0, usualLength: 1, lengthEffect: 0 }
  return weight / (1 - lengthEffect + (lengthEffect * length) / usualLength)
}

function addField(weights: Map<string, number>, terms: readonly string[], field: number): void {
  const counted = termWeight(field, terms.length)
  for (const term of terms) weights.set(term, (weights.get(term) ?? 0) + counted)
}
