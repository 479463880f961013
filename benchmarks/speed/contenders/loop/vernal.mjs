// An application as `vernal` starts it: container, configuration, every advisor and check that is there by default.
import { createRequire } from 'node:module'
import { answerOf, piecesOf } from './_vernal-script.mjs'

const require = createRequire(import.meta.url)
const { ChatClient, ChatModel, Component, functionTool, run, ToolCallbackProvider } = require('vernal')

async function application({ tools, system, scenario = { k: 0 } }, components, properties) {
  class Calculators extends ToolCallbackProvider {
    toolCallbacks() {
      return tools.map(({ name, description, zod, execute }) =>
        functionTool({ name, description, parameters: zod(), execute }),
      )
    }
  }
  Component()(Calculators)
  return run({
    components: [Calculators, ...components],
    properties: {
      'vernal.logging.level': 'error',
      'vernal.ai.chat.client.default-system': system,
      'vernal.ai.chat.client.tool-calling.max-rounds': Math.max(50, scenario.k + 2),
      ...properties,
    },
    args: [],
    env: {},
    signals: false,
  })
}

const loop = (app, { stream }) => {
  const chat = app.get(ChatClient)
  if (!stream) return async (prompt) => ({ text: await chat.prompt(prompt).call().content() })
  return async (prompt, onText) => {
    let text = ''
    for await (const piece of chat.prompt(prompt).stream().content()) {
      text += piece
      onText?.(piece)
    }
    return { text }
  }
}

/** Answers in process, so that what is left is the framework. */
function scriptModel(scenario) {
  class ScriptModel extends ChatModel {
    async call(prompt) {
      return answerOf(scenario, prompt)
    }

    stream(prompt) {
      return piecesOf(scenario, prompt)
    }
  }
  Component()(ScriptModel)
  return ScriptModel
}

export default {
  name: 'vernal',
  packages: [],
  node: 20,
  create: async (o) =>
    loop(
      await application(o, [], {
        'vernal.ai.model.chat': 'openai',
        'vernal.ai.openai': { 'base-url': o.baseURL, 'api-key': 'x', model: o.model, 'max-retries': 0 },
      }),
      o,
    ),
  createStub: async (o) => loop(await application(o, [scriptModel(o.scenario)], {}), o),
}
