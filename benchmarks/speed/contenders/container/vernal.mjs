// The container with the room of tools: every method is a whole tool, with a schema, checks and a place in the registry.
// An ES module reads every name of a door, so all of the library is loaded before the clock starts, as with the others; what
// loading costs is measured by b7.
import 'reflect-metadata'
import { run, Service, Tool, ToolRegistry } from 'vernal'
import { ToolsAutoConfiguration } from '@vernal/tools/autoconfigure'

const PARAMETERS = {
  type: 'object',
  properties: { a: { type: 'number' }, b: { type: 'number' } },
  required: ['a', 'b'],
}

function decorateMethod(cls, method, name) {
  const descriptor = Object.getOwnPropertyDescriptor(cls.prototype, method)
  Reflect.defineMetadata('design:paramtypes', [Object], cls.prototype, method)
  Tool({ name, description: `Tool ${method} of ${cls.name}`, parameters: PARAMETERS })(
    cls.prototype,
    method,
    descriptor,
  )
}

export default {
  name: 'vernal',
  packages: [],
  decorate({ cls, name }, deps) {
    for (const method of ['lookup', 'update']) decorateMethod(cls, method, `${method}_${name}`)
    Reflect.defineMetadata('design:paramtypes', deps, cls)
    Service()(cls)
  },
  async boot(defs) {
    const app = await run({
      components: defs.map(({ cls }) => cls),
      autoConfigurations: [ToolsAutoConfiguration],
      properties: { 'vernal.logging.level': 'error' },
      args: [],
      env: {},
      signals: false,
    })
    const tools = [...app.get(ToolRegistry).all()].map((tool) => ({
      ...tool.definition,
      invoke: (args) => tool.invoke(args, undefined),
    }))
    return { get: ({ cls }) => app.get(cls), tools }
  },
}
