// A plain @Tool decorator over Reflect metadata, and the scan that most applications would write by hand.
import 'reflect-metadata'
export const TOOL = 'bench:tool'
export function decorateTools(cls) {
  for (const m of ['lookup', 'update'])
    Reflect.defineMetadata(TOOL, { name: m, description: `Tool ${m} of ${cls.name}` }, cls.prototype, m)
}
export function scan(instances) {
  const tools = []
  for (const o of instances) {
    const proto = Object.getPrototypeOf(o)
    for (const m of Object.getOwnPropertyNames(proto)) {
      if (m === 'constructor') continue
      const meta = Reflect.getMetadata(TOOL, proto, m)
      if (meta) tools.push({ ...meta, invoke: (args) => o[m](args) })
    }
  }
  return tools
}
