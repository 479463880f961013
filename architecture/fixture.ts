import { join } from 'node:path'
import { readSourceTree, type SourceTree } from './source-tree'

/** A small workspace under `architecture/fixtures` that breaks some rule on purpose. */
export const fixture = (name: string): SourceTree => readSourceTree(join(__dirname, 'fixtures', name))
