// node:http with a keep-alive agent: the lower limit without any dependency.
import http from 'node:http'
import { rawLoop, accumulator, sseFeeder } from './_raw.mjs'
export default {
  name: 'raw-http',
  packages: [],
  node: 20,
  async create({ baseURL, model, tools, system, stream }) {
    const u = new URL(`${baseURL}/chat/completions`)
    const agent = new http.Agent({
      keepAlive: true,
      maxSockets: Infinity,
      maxFreeSockets: Infinity,
      scheduling: 'lifo',
    })
    const post = (body, onText) =>
      new Promise((resolve, reject) => {
        const req = http.request(
          {
            host: u.hostname,
            port: u.port,
            path: u.pathname,
            method: 'POST',
            agent,
            headers: {
              'content-type': 'application/json',
              authorization: 'Bearer x',
              'content-length': Buffer.byteLength(body),
            },
          },
          (res) => {
            res.setEncoding('utf8')
            const acc = accumulator(onText),
              feed = sseFeeder(acc.push)
            let text = ''
            res.on(
              'data',
              stream && res.statusCode === 200
                ? feed
                : (s) => {
                    text += s
                  },
            )
            res.on('end', () => {
              if (res.statusCode !== 200) return reject(new Error(text))
              resolve(stream ? acc.message() : JSON.parse(text).choices[0].message)
            })
            res.on('error', reject)
          },
        )
        req.on('error', reject)
        req.end(body)
      })
    return rawLoop({ model, tools, system, stream, post })
  },
}
