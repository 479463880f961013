// The container with the room of tools: every method is a whole tool, with a schema, checks and a place in the registry.
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const { run, Service, Tool, ToolRegistry } = require('vernal')
const { ToolsAutoConfiguration } = require('@vernal/tools/autoconfigure')

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
