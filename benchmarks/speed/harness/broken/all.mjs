// Deliberately wrong contenders for selftest.mjs: each must end as an error, never as a number.
import raw from '../../contenders/loop/raw-fetch.mjs'
const kind = process.env.BROKEN
export default {
  name: `broken-${kind}`,
  packages: [],
  node: 20,
  async create(o) {
    if (kind === 'no-schema')
      return raw.create({ ...o, tools: o.tools.map((t) => ({ ...t, jsonSchema: { type: 'object', properties: {} } })) })
    if (kind === 'wrong-result')
      return raw.create({
        ...o,
        tools: o.tools.map((t) => ({
          ...t,
          execute: (a) => {
            t.execute(a)
            return { result: 1 }
          },
        })),
      })
    if (kind === 'skips-tool')
      return raw.create({
        ...o,
        tools: o.tools.map((t) => ({
          ...t,
          execute: (a) => ({ result: a.op === 'add' ? a.a + a.b : a.op === 'sub' ? a.a - a.b : a.a * a.b }),
        })),
      })
    const turn = await raw.create(o)
    if (kind === 'wrong-text') return async (p) => ({ text: (await turn(p)).text.replace('FINAL', 'final') })
    if (kind === 'asks-twice')
      return async (p) => {
        await turn(p)
        return turn(p)
      }
    if (kind === 'asks-model-twice')
      return async (p) => {
        await fetch(`${o.baseURL}/chat/completions`, {
          method: 'POST',
          body: JSON.stringify({ model: o.model, messages: [] }),
        }).then((r) => r.text())
        return turn(p)
      }
    if (kind === 'calls-out')
      return async (p) => {
        await fetch('http://192.0.2.1/').catch(() => {})
        return turn(p)
      } // refused by lib/guard.mjs before a packet leaves
    if (kind === 'hangs') return () => new Promise(() => {})
    throw new Error('unknown kind')
  },
}
