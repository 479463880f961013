// The same sketch over node:http with a keep-alive agent instead of fetch.
import http from 'node:http'
import { sketch } from './_sketch.mjs'
import { accumulator, sseFeeder } from './_raw.mjs'
export default {
  name: 'sketch-http',
  packages: [],
  node: 20,
  async create(o) {
    const u = new URL(`${o.baseURL}/chat/completions`)
    const agent = new http.Agent({
      keepAlive: true,
      maxSockets: Infinity,
      maxFreeSockets: Infinity,
      scheduling: 'lifo',
    })
    const transport = (body, ctx) =>
      new Promise((resolve, reject) => {
        const stop = () => req.destroy(ctx.signal.reason)
        const done = (f, v) => {
          ctx.signal.removeEventListener('abort', stop)
          f(v)
        }
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
            const ok = res.statusCode === 200,
              acc = accumulator(ctx.onText),
              feed = sseFeeder(acc.push)
            let text = ''
            res.on(
              'data',
              o.stream && ok
                ? feed
                : (s) => {
                    text += s
                  },
            )
            res.on('end', () => {
              if (!ok)
                return done(
                  reject,
                  Object.assign(new Error(text), { retryable: res.statusCode >= 500 || res.statusCode === 429 }),
                )
              if (o.stream) return done(resolve, { message: acc.message() })
              let j
              try {
                j = JSON.parse(text)
              } catch (e) {
                return done(reject, e)
              }
              done(resolve, { message: j.choices[0].message, usage: j.usage })
            })
            res.on('error', (e) => done(reject, e))
          },
        )
        req.on('error', (e) => done(reject, e))
        ctx.signal.addEventListener('abort', stop)
        req.end(body)
      })
    return sketch({ ...o, transport })
  },
}
