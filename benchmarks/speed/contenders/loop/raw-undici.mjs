// undici's own request API (not fetch): what an HTTP client without WHATWG streams costs.
import { Agent, request } from 'undici'
import { rawLoop, accumulator, sseFeeder } from './_raw.mjs'
export default {
  name: 'raw-undici',
  packages: ['undici'],
  node: 22,
  async create({ baseURL, model, tools, system, stream }) {
    const url = `${baseURL}/chat/completions`
    const dispatcher = new Agent({ connections: null, pipelining: 1 })
    const headers = { 'content-type': 'application/json', authorization: 'Bearer x' }
    const post = async (body, onText) => {
      const res = await request(url, { method: 'POST', headers, body, dispatcher })
      if (res.statusCode !== 200) throw new Error(await res.body.text())
      if (!stream) return (await res.body.json()).choices[0].message
      const acc = accumulator(onText),
        feed = sseFeeder(acc.push)
      res.body.setEncoding('utf8')
      for await (const s of res.body) feed(s)
      return acc.message()
    }
    return rawLoop({ model, tools, system, stream, post })
  },
}
