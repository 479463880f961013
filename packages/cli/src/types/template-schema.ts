import ts from 'typescript'
import type { Schema } from './reading'

/** Text of a given form: `order-${number}`. */
export function templateSchema({ texts, types }: ts.TemplateLiteralType): Schema {
  const parts = texts.map((text, at) => `${escaped(text)}${at < types.length ? patternOf(types[at] as ts.Type) : ''}`)
  return { type: 'string', pattern: `^${parts.join('')}$` }
}

function patternOf(type: ts.Type): string {
  if (type.flags & ts.TypeFlags.Number) return '-?\\d+(?:\\.\\d+)?'
  if (type.flags & ts.TypeFlags.BigInt) return '-?\\d+'
  if (type.flags & ts.TypeFlags.Boolean) return '(?:true|false)'
  return '[\\s\\S]*'
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
