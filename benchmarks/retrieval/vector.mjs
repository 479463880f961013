import { VectorToolIndex } from '../../packages/tools/dist/index.js'
import { buildWith } from './indexed.mjs'
import { offlineEmbedder } from './offline-embedder.mjs'

export const build = async (tools) => buildWith(new VectorToolIndex({ embedder: await offlineEmbedder() }), tools)
