// Same as hand-wired, but tool metadata sits in a plain Map per class instead of reflect-metadata: what the polyfill itself costs.
const registry = new WeakMap()
export default {
  name: 'hand-wired (no reflect-metadata)',
  packages: [],
  decorate({ cls }) {
    const m = new Map()
    for (const k of ['lookup', 'update']) m.set(k, { name: k, description: `Tool ${k} of ${cls.name}` })
    registry.set(cls, m)
  },
  async boot(defs) {
    const m = new Map(),
      list = [],
      tools = []
    for (const d of defs) {
      const o = new d.cls(...d.deps.map((i) => list[i]))
      list.push(o)
      m.set(d.cls, o)
      for (const [k, meta] of registry.get(d.cls)) tools.push({ ...meta, invoke: (args) => o[k](args) })
    }
    return { get: (d) => m.get(d.cls), tools }
  },
}
