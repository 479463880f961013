// NOT a peer: what a well-designed container could do. Constructor types read once per class, topological order with cycle detection,
// async init and shutdown hooks looked up, tool metadata from the container's own registry instead of reflect-metadata.
const registry = new WeakMap()
const meta = (cls) => {
  let m = registry.get(cls)
  if (!m) registry.set(cls, (m = { deps: [], scope: 'singleton', tools: [] }))
  return m
}
class Container {
  #defs = new Map()
  #single = new Map()
  order = []
  register(cls) {
    this.#defs.set(cls, meta(cls))
    return this
  }
  async start() {
    for (const cls of this.#defs.keys()) this.#resolve(cls, null)
    for (const o of this.order) if (typeof o.onInit === 'function') await o.onInit()
  }
  get(cls) {
    const o = this.#single.get(cls)
    if (o === undefined) throw new Error(`no component ${cls.name}`)
    return o
  }
  #resolve(cls, path) {
    const have = this.#single.get(cls)
    if (have !== undefined) return have
    const d = this.#defs.get(cls)
    if (!d) throw new Error(`${cls.name} is not registered (needed by ${path?.cls.name})`)
    for (let p = path; p; p = p.up) if (p.cls === cls) throw new Error(`cycle through ${cls.name}`)
    const here = { cls, up: path },
      n = d.deps.length,
      args = new Array(n)
    for (let i = 0; i < n; i++) args[i] = this.#resolve(d.deps[i], here)
    const o = new cls(...args)
    if (d.scope === 'singleton') {
      this.#single.set(cls, o)
      this.order.push(o)
    }
    return o
  }
  tools() {
    const out = []
    for (const o of this.order)
      for (const t of registry.get(o.constructor).tools)
        out.push({ name: t.name, description: t.description, invoke: (args) => o[t.method](args) })
    return out
  }
}
export default {
  name: 'sketch container',
  packages: [],
  decorate({ cls }, deps) {
    const m = meta(cls)
    m.deps = deps
    for (const k of ['lookup', 'update']) m.tools.push({ method: k, name: k, description: `Tool ${k} of ${cls.name}` })
  },
  async boot(defs) {
    const c = new Container()
    for (const d of defs) c.register(d.cls)
    await c.start()
    return { get: (d) => c.get(d.cls), tools: c.tools() }
  },
}
