import { decorateTools, scan } from './_tools.mjs'
import { container, injectable } from 'tsyringe'
export default {
  name: 'tsyringe',
  packages: ['tsyringe', 'reflect-metadata'],
  decorate({ cls }, deps) {
    decorateTools(cls)
    Reflect.defineMetadata('design:paramtypes', deps, cls)
    injectable()(cls)
  },
  async boot(defs) {
    const c = container.createChildContainer()
    for (const d of defs) c.registerSingleton(d.cls)
    const list = defs.map((d) => c.resolve(d.cls))
    return { get: (d) => c.resolve(d.cls), tools: scan(list) }
  },
}
