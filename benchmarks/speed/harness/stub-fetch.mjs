// An in-process fetch for SDKs that have no mock model: same script, no socket.
import { nextStep } from './script.mjs'
export function stubFetch(scenario) {
  return async (_url, init) => {
    const body = init.body
    let n = 0
    for (let i = body.indexOf('"role":"tool"'); i !== -1; i = body.indexOf('"role":"tool"', i + 13)) n++
    const step = nextStep(scenario, n)
    const message = step.toolCalls
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
    return new Response(
      JSON.stringify({
        id: 'x',
        object: 'chat.completion',
        created: 1,
        model: 'stub',
        choices: [{ index: 0, message, finish_reason: step.toolCalls ? 'tool_calls' : 'stop' }],
        usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      }),
      { status: 200, headers: { 'content-type': 'application/json' } },
    )
  }
}
