import { VectorToolIndex } from '../../packages/tools/dist/index.js'
import { buildWith } from './indexed.mjs'
import { offlineStore } from './offline-store.mjs'

export const build = (tools) => buildWith(new VectorToolIndex({ store: offlineStore() }), tools)
