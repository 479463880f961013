import { createAgent, tool } from 'langchain'
import { ChatOpenAI } from '@langchain/openai'
import { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { AIMessage } from '@langchain/core/messages'
import { nextStep } from '../../harness/script.mjs'

class ScriptModel extends BaseChatModel {
  constructor(scenario) {
    super({})
    this.scenario = scenario
  }
  _llmType() {
    return 'script'
  }
  bindTools() {
    return this
  }
  async _generate(messages) {
    let n = 0
    for (const m of messages) if (m.getType() === 'tool') n++
    const s = nextStep(this.scenario, n)
    const message = s.toolCalls
      ? new AIMessage({
          content: '',
          tool_calls: s.toolCalls.map((c) => ({ id: c.id, name: c.name, args: c.args, type: 'tool_call' })),
        })
      : new AIMessage(s.text)
    return { generations: [{ text: s.text ?? '', message }] }
  }
}
function loop(model, { tools: specs, system, stream }) {
  const tools = specs.map((t) =>
    tool(async (a) => JSON.stringify(t.execute(a)), { name: t.name, description: t.description, schema: t.zod() }),
  )
  const agent = createAgent({ model, tools, systemPrompt: system })
  return async (prompt, onText) => {
    const input = { messages: [{ role: 'user', content: prompt }] }
    const cfg = { recursionLimit: 200 }
    if (!stream) return { text: (await agent.invoke(input, cfg)).messages.at(-1).content }
    let text = ''
    for await (const [m] of await agent.stream(input, { ...cfg, streamMode: 'messages' }))
      if (m.getType() === 'ai' && m.content) {
        text += m.content
        onText?.(m.content)
      }
    return { text }
  }
}
export default {
  name: 'langchain',
  packages: ['langchain', '@langchain/core', '@langchain/openai', 'zod'],
  node: 22,
  b3Turns: 500,
  create: async (o) =>
    loop(
      new ChatOpenAI({
        model: o.model,
        apiKey: 'x',
        maxRetries: 0,
        streaming: !!o.stream,
        configuration: { baseURL: o.baseURL },
      }),
      o,
    ),
  createStub: async (o) => loop(new ScriptModel(o.scenario), o),
}
