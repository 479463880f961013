// NOT a peer: a sketch of what a well-designed framework could do, to turn "attainable" into a measurement.
// It has what a framework needs and raw loops lack: argument validation from JSON Schema, tool errors handed back to the model,
// retries, a deadline per turn (AbortSignal), round limit, usage totals, observers before/after each model and tool call, a neutral message model.
// It saves what naive loops waste: tools serialised once per agent, each message serialised once per turn (append-only).
export function compileValidator(s) {
  if (s.enum) {
    const set = new Set(s.enum)
    return (v, p) => (set.has(v) ? null : `${p}: not one of ${s.enum.join(', ')}`)
  }
  switch (s.type) {
    case 'string':
      return (v, p) => (typeof v === 'string' ? null : `${p}: expected string`)
    case 'number':
      return (v, p) => (typeof v === 'number' ? null : `${p}: expected number`)
    case 'integer':
      return (v, p) => (Number.isInteger(v) ? null : `${p}: expected integer`)
    case 'boolean':
      return (v, p) => (typeof v === 'boolean' ? null : `${p}: expected boolean`)
    case 'array': {
      const item = compileValidator(s.items ?? {})
      return (v, p) => {
        if (!Array.isArray(v)) return `${p}: expected array`
        for (let i = 0; i < v.length; i++) {
          const e = item(v[i], p)
          if (e) return e
        }
        return null
      }
    }
    case 'object': {
      const props = Object.entries(s.properties ?? {}).map(([k, v]) => ({
        k,
        path: `.${k}`,
        check: compileValidator(v),
        req: s.required?.includes(k) ?? false,
      }))
      const known = s.additionalProperties === false ? new Set(props.map((x) => x.k)) : null
      return (v, p) => {
        if (typeof v !== 'object' || v === null) return `${p}: expected object`
        for (const x of props) {
          const y = v[x.k]
          if (y === undefined) {
            if (x.req) return `${p}${x.path}: missing`
            continue
          }
          const e = x.check(y, x.path)
          if (e) return e
        }
        if (known) for (const k in v) if (!known.has(k)) return `${p}: unexpected ${k}`
        return null
      }
    }
    default:
      return () => null
  }
}

export function sketch({ model, tools, system, stream, transport, maxRounds = 50, timeoutMs = 60_000, retries = 2 }) {
  const registry = new Map(tools.map((t) => [t.name, { ...t, validate: compileValidator(t.jsonSchema) }]))
  const wire = tools.length
    ? `"tools":${JSON.stringify(tools.map((t) => ({ type: 'function', function: { name: t.name, description: t.description, parameters: t.jsonSchema } })))},`
    : ''
  const head = `{"model":${JSON.stringify(model)},${wire}${stream ? '"stream":true,' : ''}"messages":[${JSON.stringify({ role: 'system', content: system })}`
  const stats = { modelCalls: 0, toolCalls: 0 }
  const observers = [
    {
      beforeModel() {},
      afterModel() {
        stats.modelCalls++
      },
      beforeTool() {},
      afterTool() {
        stats.toolCalls++
      },
    },
  ]

  async function invoke(call, ctx) {
    const t = registry.get(call.name)
    let result,
      isError = false
    for (const o of observers) o.beforeTool(ctx, call)
    try {
      if (!t) throw new Error(`unknown tool ${call.name}`)
      const args = JSON.parse(call.arguments)
      const bad = t.validate(args, 'args')
      if (bad) throw new TypeError(bad)
      result = t.execute(args)
      if (typeof result?.then === 'function') result = await result
    } catch (e) {
      isError = true
      result = { error: e.message }
    }
    for (const o of observers) o.afterTool(ctx, call, result, isError)
    return { role: 'tool', callId: call.id, content: typeof result === 'string' ? result : JSON.stringify(result) }
  }
  async function complete(body, ctx) {
    for (let attempt = 0; ; attempt++) {
      try {
        return await transport(body, ctx)
      } catch (e) {
        if (attempt >= retries || e.retryable === false || ctx.signal.aborted) throw e
      }
    }
  }
  return async (prompt, onText) => {
    const abort = new AbortController()
    const timer = setTimeout(() => abort.abort(new Error('deadline exceeded')), timeoutMs)
    const ctx = {
      signal: abort.signal,
      onText,
      round: 0,
      usage: { input: 0, output: 0 },
      messages: [{ role: 'user', content: prompt }],
    }
    let json = `${head},${JSON.stringify({ role: 'user', content: prompt })}`
    try {
      for (; ctx.round <= maxRounds; ctx.round++) {
        for (const o of observers) o.beforeModel(ctx)
        const res = await complete(`${json}]}`, ctx)
        if (res.usage) {
          ctx.usage.input += res.usage.prompt_tokens
          ctx.usage.output += res.usage.completion_tokens
        }
        for (const o of observers) o.afterModel(ctx, res)
        const m = res.message,
          calls = m.tool_calls?.length
            ? m.tool_calls.map((c) => ({ id: c.id, name: c.function.name, arguments: c.function.arguments }))
            : null
        ctx.messages.push({ role: 'assistant', content: m.content, calls })
        if (!calls) return { text: m.content, usage: ctx.usage, messages: ctx.messages }
        json += `,${JSON.stringify({ role: 'assistant', content: m.content, tool_calls: m.tool_calls })}`
        const results =
          calls.length === 1 ? [await invoke(calls[0], ctx)] : await Promise.all(calls.map((c) => invoke(c, ctx)))
        for (const r of results) {
          ctx.messages.push(r)
          json += `,${JSON.stringify({ role: 'tool', tool_call_id: r.callId, content: r.content })}`
        }
      }
      throw new Error('too many rounds')
    } finally {
      clearTimeout(timer)
    }
  }
}
