import { decorateTools, scan } from './_tools.mjs'
import { Container, injectable } from 'inversify'
export default {
  name: 'inversify',
  packages: ['inversify', 'reflect-metadata'],
  decorate({ cls }, deps) {
    decorateTools(cls)
    Reflect.defineMetadata('design:paramtypes', deps, cls)
    injectable()(cls)
  },
  async boot(defs) {
    const c = new Container()
    for (const d of defs) c.bind(d.cls).toSelf().inSingletonScope()
    const list = defs.map((d) => c.get(d.cls))
    return { get: (d) => c.get(d.cls), tools: scan(list) }
  },
}
