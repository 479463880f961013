// Hand-written loop shared by the raw contenders; `post(bodyString, onText?)` is the only thing that differs.
import { nextStep } from '../../harness/script.mjs'

export const wireTools = (tools) =>
  tools.map((t) => ({
    type: 'function',
    function: { name: t.name, description: t.description, parameters: t.jsonSchema },
  }))

export function rawLoop({ model, tools, system, stream, post }) {
  const wire = tools.length ? wireTools(tools) : undefined
  const byName = new Map(tools.map((t) => [t.name, t]))
  return async (prompt, onText) => {
    const messages = [
      { role: 'system', content: system },
      { role: 'user', content: prompt },
    ]
    for (let i = 0; i < 50; i++) {
      const message = await post(JSON.stringify({ model, messages, tools: wire, stream }), onText)
      if (!message.tool_calls?.length) return { text: message.content }
      messages.push(message)
      const results = await Promise.all(
        message.tool_calls.map(async (c) => byName.get(c.function.name).execute(JSON.parse(c.function.arguments))),
      )
      message.tool_calls.forEach((c, j) =>
        messages.push({ role: 'tool', tool_call_id: c.id, content: JSON.stringify(results[j]) }),
      )
    }
    throw new Error('too many rounds')
  }
}

/** Folds chat.completion.chunk objects into one assistant message. */
export function accumulator(onText) {
  let text = ''
  const calls = []
  return {
    push(chunk) {
      const d = chunk.choices[0]?.delta
      if (!d) return
      if (d.content) {
        text += d.content
        onText?.(d.content)
      }
      if (d.tool_calls)
        for (const tc of d.tool_calls) {
          const c = (calls[tc.index] ??= {
            id: tc.id,
            type: 'function',
            function: { name: tc.function.name, arguments: '' },
          })
          c.function.arguments += tc.function.arguments ?? ''
        }
    },
    message: () =>
      calls.length ? { role: 'assistant', content: null, tool_calls: calls } : { role: 'assistant', content: text },
  }
}
/** Incremental SSE reader over decoded text; calls push(JSON) per data line. */
export function sseFeeder(push) {
  let buf = ''
  return (s) => {
    buf = buf ? buf + s : s
    let from = 0
    for (let nl = buf.indexOf('\n', from); nl !== -1; nl = buf.indexOf('\n', from)) {
      if (nl - from > 6 && buf.startsWith('data: ', from)) {
        const data = buf.slice(from + 6, nl)
        if (data !== '[DONE]') push(JSON.parse(data))
      }
      from = nl + 1
    }
    buf = from ? buf.slice(from) : buf
  }
}

/** In-process twin: the same loop over a model that is a plain function. */
export function rawStub({ scenario, tools, system }) {
  const post = async (bodyMessages) => {
    let toolMsgs = 0
    for (const m of bodyMessages) if (m.role === 'tool') toolMsgs++
    const step = nextStep(scenario, toolMsgs)
    return step.toolCalls
      ? {
          role: 'assistant',
          content: null,
          tool_calls: step.toolCalls.map((c) => ({
            id: c.id,
            type: 'function',
            function: { name: c.name, arguments: JSON.stringify(c.args) },
          })),
        }
      : { role: 'assistant', content: step.text }
  }
  const byName = new Map(tools.map((t) => [t.name, t]))
  return async (prompt) => {
    const messages = [
      { role: 'system', content: system },
      { role: 'user', content: prompt },
    ]
    for (;;) {
      const message = await post(messages)
      if (!message.tool_calls) return { text: message.content }
      messages.push(message)
      const results = await Promise.all(
        message.tool_calls.map(async (c) => byName.get(c.function.name).execute(JSON.parse(c.function.arguments))),
      )
      message.tool_calls.forEach((c, j) =>
        messages.push({ role: 'tool', tool_call_id: c.id, content: JSON.stringify(results[j]) }),
      )
    }
  }
}
