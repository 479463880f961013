import { rawLoop, rawStub, accumulator, sseFeeder } from './_raw.mjs'
export default {
  name: 'raw-fetch',
  packages: [],
  node: 20,
  async create({ baseURL, model, tools, system, stream }) {
    const url = `${baseURL}/chat/completions`
    const headers = { 'content-type': 'application/json', authorization: 'Bearer x' }
    const post = async (body, onText) => {
      const res = await fetch(url, { method: 'POST', headers, body })
      if (!res.ok) throw new Error(await res.text())
      if (!stream) return (await res.json()).choices[0].message
      const acc = accumulator(onText),
        feed = sseFeeder(acc.push),
        dec = new TextDecoder()
      for await (const c of res.body) feed(dec.decode(c, { stream: true }))
      return acc.message()
    }
    return rawLoop({ model, tools, system, stream, post })
  },
  createStub: async (o) => rawStub(o),
}
