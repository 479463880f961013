import { Agent, Runner, OpenAIChatCompletionsModel, tool, setTracingDisabled, Usage } from '@openai/agents'
import OpenAI from 'openai'
import { nextStep } from '../../harness/script.mjs'
setTracingDisabled(true)

function loop(model, { tools: specs, system, stream }) {
  const tools = specs.map((t) =>
    tool({ name: t.name, description: t.description, parameters: t.zod(), execute: async (a) => t.execute(a) }),
  )
  const agent = new Agent({ name: 'calc', instructions: system, tools, model })
  const runner = new Runner({ tracingDisabled: true })
  return async (prompt, onText) => {
    if (!stream) return { text: (await runner.run(agent, prompt, { maxTurns: 50 })).finalOutput }
    const r = await runner.run(agent, prompt, { maxTurns: 50, stream: true })
    let text = ''
    for await (const d of r.toTextStream()) {
      text += d
      onText?.(d)
    }
    await r.completed
    return { text }
  }
}
export default {
  name: 'openai-agents',
  packages: ['@openai/agents', 'openai', 'zod'],
  node: 22,
  create: async (o) =>
    loop(new OpenAIChatCompletionsModel(new OpenAI({ baseURL: o.baseURL, apiKey: 'x', maxRetries: 0 }), o.model), o),
  createStub: async (o) =>
    loop(
      {
        async getResponse({ input }) {
          let n = 0
          if (Array.isArray(input)) for (const i of input) if (i.type === 'function_call_result') n++
          const s = nextStep(o.scenario, n)
          return {
            usage: new Usage(),
            output: s.toolCalls
              ? s.toolCalls.map((c) => ({
                  type: 'function_call',
                  callId: c.id,
                  name: c.name,
                  arguments: JSON.stringify(c.args),
                  status: 'completed',
                }))
              : [
                  {
                    type: 'message',
                    role: 'assistant',
                    status: 'completed',
                    content: [{ type: 'output_text', text: s.text }],
                  },
                ],
          }
        },
        async *getStreamedResponse() {
          throw new Error('not used')
        },
      },
      o,
    ),
}
