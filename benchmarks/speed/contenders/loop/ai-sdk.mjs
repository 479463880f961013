import { generateText, streamText, tool, isStepCount } from 'ai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { nextStep } from '../../harness/script.mjs'

function loop(model, { tools: specs, system, stream }) {
  const tools = Object.fromEntries(
    specs.map((t) => [
      t.name,
      tool({ description: t.description, inputSchema: t.zod(), execute: async (a) => t.execute(a) }),
    ]),
  )
  return async (prompt, onText) => {
    const opts = { model, tools, system, prompt, stopWhen: isStepCount(50), maxRetries: 0 }
    if (!stream) return { text: (await generateText(opts)).text }
    let text = '',
      err
    const r = streamText({
      ...opts,
      onError: ({ error }) => {
        err = error
      },
    })
    for await (const d of r.textStream) {
      text += d
      onText?.(d)
    }
    if (err) throw err
    return { text }
  }
}
export default {
  name: 'ai-sdk',
  packages: ['ai', '@ai-sdk/openai-compatible', 'zod'],
  node: 22,
  create: async (o) =>
    loop(createOpenAICompatible({ name: 'stub', baseURL: o.baseURL, apiKey: 'x' }).chatModel(o.model), o),
  createStub: async (o) =>
    loop(
      {
        specificationVersion: 'v4',
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
            finishReason: { unified: s.toolCalls ? 'tool-calls' : 'stop', raw: undefined },
            usage: {
              inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
              outputTokens: { total: 1, text: 1, reasoning: 0 },
            },
            warnings: [],
          }
        },
      },
      o,
    ),
}
