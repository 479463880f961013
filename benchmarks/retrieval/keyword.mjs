import { KeywordToolIndex } from '../../packages/tools/dist/index.js'
import { buildWith } from './indexed.mjs'

export const build = (tools) => buildWith(new KeywordToolIndex(), tools)
