// CLASSIC mode: constructor parameter names are the registration names (no decorators, no metadata).
import { decorateTools, scan } from './_tools.mjs'
import { createContainer, asClass, InjectionMode } from 'awilix'
export default {
  name: 'awilix',
  packages: ['awilix'],
  decorate: ({ cls }) => decorateTools(cls),
  async boot(defs) {
    const c = createContainer({ injectionMode: InjectionMode.CLASSIC })
    for (const d of defs) c.register(d.name, asClass(d.cls).singleton())
    const list = defs.map((d) => c.resolve(d.name))
    return { get: (d) => c.resolve(d.name), tools: scan(list) }
  },
}
