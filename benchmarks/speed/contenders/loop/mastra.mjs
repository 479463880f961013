import { Agent } from '@mastra/core/agent'
import { createTool } from '@mastra/core/tools'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { nextStep } from '../../harness/script.mjs'

function loop(model, { tools: specs, system, stream }) {
  const tools = Object.fromEntries(
    specs.map((t) => [
      t.name,
      createTool({
        id: t.name,
        description: t.description,
        inputSchema: t.zod(),
        execute: async (a) => t.execute(a.context ?? a),
      }),
    ]),
  )
  const agent = new Agent({ id: 'calc', name: 'calc', instructions: system, model, tools })
  return async (prompt, onText) => {
    if (!stream) return { text: (await agent.generate(prompt, { maxSteps: 50 })).text }
    const r = await agent.stream(prompt, { maxSteps: 50 })
    let text = ''
    for await (const d of r.textStream) {
      text += d
      onText?.(d)
    }
    return { text }
  }
}
export default {
  name: 'mastra',
  packages: ['@mastra/core', '@ai-sdk/openai-compatible', 'zod'],
  node: 22,
  b3Turns: 500,
  create: async (o) =>
    loop(createOpenAICompatible({ name: 'stub', baseURL: o.baseURL, apiKey: 'x' }).chatModel(o.model), o),
  createStub: async (o) =>
    loop(
      {
        specificationVersion: 'v2',
        provider: 'mock',
        modelId: 'mock',
        supportedUrls: {},
        doGenerate: async ({ prompt }) => {
          let n = 0
          for (const m of prompt) if (m.role === 'tool') n += m.content.length
          const s = nextStep(o.scenario, n)
          return {
            content: s.toolCalls
              ? s.toolCalls.map((c) => ({
                  type: 'tool-call',
                  toolCallId: c.id,
                  toolName: c.name,
                  input: JSON.stringify(c.args),
                }))
              : [{ type: 'text', text: s.text }],
            finishReason: s.toolCalls ? 'tool-calls' : 'stop',
            usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
            warnings: [],
          }
        },
        doStream: async () => {
          throw new Error('not used')
        },
      },
      o,
    ),
}
