import { VectorToolIndex } from '../../packages/tools/dist/index.js'
import { buildWith } from './indexed.mjs'
import { offlineStore } from './offline-store.mjs'

export const build = async (tools) => buildWith(new VectorToolIndex({ store: await offlineStore() }), tools)
