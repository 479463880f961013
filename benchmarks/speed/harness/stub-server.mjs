// Loopback OpenAI-compatible stub. Stateless: what it answers depends only on the request
// (model name = scenario, number of tool messages = round). Runs in its own process.
import http from 'node:http'
import { parseModel, nextStep, finalChunks, compute, callsOf } from './script.mjs'

// Compact JSON from most clients; openai@4 (under genkit's plugin) pretty-prints with two spaces.
const COMPACT = {
  role: Buffer.from('"role":"tool"'),
  stream: Buffer.from('"stream":true'),
  usage: Buffer.from('"include_usage":true'),
}
const PRETTY = {
  role: Buffer.from('"role": "tool"'),
  stream: Buffer.from('"stream": true'),
  usage: Buffer.from('"include_usage": true'),
}
const stats = { requests: 0, bytesIn: 0, bad: 0, inFlight: 0, peakInFlight: 0, connections: 0 }

const count = (buf, pat) => {
  let n = 0
  for (let i = buf.indexOf(pat); i !== -1; i = buf.indexOf(pat, i + pat.length)) n++
  return n
}
const usage = { prompt_tokens: 120, completion_tokens: 40, total_tokens: 160 }
const cache = new Map()

function answer(model, sc, toolMsgs, stream, withUsage) {
  const key = `${model}|${toolMsgs}|${stream}|${withUsage}`
  let hit = cache.get(key)
  if (hit) return hit
  const step = nextStep(sc, toolMsgs)
  const id = `chatcmpl-${model}-${toolMsgs}`
  const base = { id, object: stream ? 'chat.completion.chunk' : 'chat.completion', created: 1750000000, model }
  if (!stream) {
    const message = step.toolCalls
      ? {
          role: 'assistant',
          content: null,
          refusal: null,
          tool_calls: step.toolCalls.map((c) => ({
            id: c.id,
            type: 'function',
            function: { name: c.name, arguments: JSON.stringify(c.args) },
          })),
        }
      : { role: 'assistant', content: step.text, refusal: null }
    hit = Buffer.from(
      JSON.stringify({
        ...base,
        choices: [{ index: 0, message, logprobs: null, finish_reason: step.toolCalls ? 'tool_calls' : 'stop' }],
        usage,
      }),
    )
  } else {
    const ev = (delta, finish_reason = null) =>
      `data: ${JSON.stringify({ ...base, choices: [{ index: 0, delta, logprobs: null, finish_reason }] })}\n\n`
    const out = []
    if (step.toolCalls) {
      out.push(ev({ role: 'assistant', content: null }))
      step.toolCalls.forEach((c, index) => {
        out.push(ev({ tool_calls: [{ index, id: c.id, type: 'function', function: { name: c.name, arguments: '' } }] }))
        const a = JSON.stringify(c.args)
        for (let i = 0; i < a.length; i += 12)
          out.push(ev({ tool_calls: [{ index, function: { arguments: a.slice(i, i + 12) } }] }))
      })
      out.push(ev({}, 'tool_calls'))
    } else {
      out.push(ev({ role: 'assistant', content: '' }))
      for (const c of finalChunks(sc)) out.push(ev({ content: c }))
      out.push(ev({}, 'stop'))
    }
    if (withUsage) out.push(`data: ${JSON.stringify({ ...base, choices: [], usage })}\n\n`)
    out.push('data: [DONE]\n\n')
    hit = sc.w
      ? out.map((s) => Buffer.from(s))
      : [Buffer.from(out[0] + (out[1] ?? '')), Buffer.from(out.slice(2).join(''))]
  }
  cache.set(key, hit)
  return hit
}

/** Deep check (model name with v1): the whole request must be what an OpenAI server would accept. */
function deepCheck(body, sc) {
  const req = JSON.parse(body.toString())
  const fail = (m) => {
    throw new Error(m)
  }
  if (sc.t && (req.tools?.length ?? 0) !== sc.t) fail(`tools: ${req.tools?.length} instead of ${sc.t}`)
  for (const t of req.tools ?? []) {
    const ps = Object.keys(t.function?.parameters?.properties ?? {}).join()
    if (t.type !== 'function' || ps !== 'a,b,op,note') fail(`tool ${t.function?.name}: properties ${ps}`)
    if (t.function.parameters.properties.op.enum?.length !== 3) fail('enum lost in the schema')
  }
  if (!req.messages.some((m) => ['system', 'developer'].includes(m.role))) fail('no system message')
  const pending = new Map()
  for (const m of req.messages) {
    if (m.role === 'assistant') for (const c of m.tool_calls ?? []) pending.set(c.id, JSON.parse(c.function.arguments))
    if (m.role === 'tool') {
      const args = pending.get(m.tool_call_id) ?? fail(`tool message for unknown call ${m.tool_call_id}`)
      pending.delete(m.tool_call_id)
      const txt = typeof m.content === 'string' ? m.content : JSON.stringify(m.content)
      const got = /result\\*"?\s*:\s*(-?\d+)/.exec(txt)?.[1]
      if (Number(got) !== compute(args)) fail(`tool result ${txt} for ${JSON.stringify(args)}`)
    }
  }
  if (pending.size) fail(`${pending.size} tool calls without a result`)
  const toolMsgs = req.messages.filter((m) => m.role === 'tool').length
  if (toolMsgs % sc.p) fail(`${toolMsgs} tool messages, not a multiple of ${sc.p}`)
  const sent = req.messages
    .flatMap((m) => m.tool_calls ?? [])
    .map((c) => c.id)
    .join()
  const want = Array.from({ length: toolMsgs / sc.p }, (_, r) => callsOf(r, sc.p, sc.t))
    .flat()
    .map((c) => c.id)
    .join()
  if (sent !== want) fail(`call ids ${sent} instead of ${want}`)
}

const server = http.createServer((req, res) => {
  const parts = []
  req.on('data', (c) => parts.push(c))
  req.on('end', () => {
    if (req.method !== 'POST' || !req.url.endsWith('/chat/completions')) {
      stats.bad++
      res.writeHead(404, { 'content-type': 'application/json' })
      return res.end(JSON.stringify({ error: { message: `STUB: no route ${req.method} ${req.url}` } }))
    }
    const body = parts.length === 1 ? parts[0] : Buffer.concat(parts)
    stats.requests++
    stats.bytesIn += body.length
    try {
      const at = body.indexOf('"stub-k')
      const model = body.toString('latin1', at + 1, body.indexOf('"', at + 1))
      const sc = at === -1 ? null : parseModel(model)
      if (!sc) throw new Error('no scenario in the model name')
      if (sc.v) deepCheck(body, sc)
      const pat = body[1] === 0x0a ? PRETTY : COMPACT
      const stream = body.indexOf(pat.stream) !== -1
      const out = answer(model, sc, count(body, pat.role), stream, stream && body.indexOf(pat.usage) !== -1)
      const send = () => {
        if (!stream) {
          res.writeHead(200, { 'content-type': 'application/json', 'content-length': out.length })
          return res.end(out)
        }
        res.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
        res.write(out[0])
        if (!sc.w) return setImmediate(() => res.end(out[1]))
        let i = 1 // one write per chunk, each in its own event-loop turn, respecting back-pressure
        const pump = () => {
          if (i === out.length) return res.end()
          if (res.write(out[i++])) setImmediate(pump)
          else res.once('drain', pump)
        }
        setImmediate(pump)
      }
      if (sc.d) {
        stats.inFlight++
        stats.peakInFlight = Math.max(stats.peakInFlight, stats.inFlight)
        setTimeout(() => {
          stats.inFlight--
          send()
        }, sc.d)
      } else send()
    } catch (e) {
      stats.bad++
      res.writeHead(400, { 'content-type': 'application/json' })
      res.end(JSON.stringify({ error: { message: `STUB_VERIFY: ${e.message}`, type: 'invalid_request_error' } }))
    }
  })
})
server.on('connection', () => stats.connections++)
server.keepAliveTimeout = 120_000
server.requestTimeout = 0
server.headersTimeout = 0
server.maxRequestsPerSocket = 0
server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => process.send?.({ port: server.address().port }))
process.on('message', (m) => {
  if (m === 'stats') process.send({ stats: { ...stats, cpu: process.cpuUsage() } })
  if (m === 'reset') {
    stats.requests = stats.bytesIn = stats.bad = stats.peakInFlight = stats.connections = 0
    process.send({ reset: true })
  }
})
process.on('disconnect', () => process.exit(0))
