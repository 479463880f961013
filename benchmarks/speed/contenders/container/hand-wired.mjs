// The limit: `new` in dependency order, a Map by class, the same tool scan.
import { decorateTools, scan } from './_tools.mjs'
export default {
  name: 'hand-wired',
  packages: ['reflect-metadata'],
  decorate: ({ cls }) => decorateTools(cls),
  async boot(defs) {
    const m = new Map(),
      list = []
    for (const d of defs) {
      const o = new d.cls(...d.deps.map((i) => list[i]))
      list.push(o)
      m.set(d.cls, o)
    }
    return { get: (d) => m.get(d.cls), tools: scan(list) }
  },
}
