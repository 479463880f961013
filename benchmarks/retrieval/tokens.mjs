// node tokens.mjs [set ...]     tokens of a task that needs one tool: all definitions sent, or the tool searched for
// Counts what tools cost: definitions of every round, what the model is told about the search, its call and its result.
import { encode } from 'gpt-tokenizer'
import { ChatClient, ToolSearchToolCallingAdvisor } from '../../packages/chat/dist/index.js'
import { ScriptedChatModel } from '../../packages/chat/dist/testing/index.js'
import { functionTool, KeywordToolIndex, ToolSet } from '../../packages/tools/dist/index.js'
import { loadQueries, loadTools } from './eval.mjs'

const QUERIES = 100
const sets =
  process.argv.length > 2 ? process.argv.slice(2) : ['tau', 'bfcl_mt', 'livemcp', 'bfcl', 'toolbench', 'sealtools']
const tokens = (value) => encode(typeof value === 'string' ? value : JSON.stringify(value)).length

console.log('set         tools |      all ->  search | saving | right tool found in one search')
for (const set of sets) console.log(await measure(set))

async function measure(set) {
  const tools = ToolSet.of(loadTools(set).map(asTool))
  const costOf = new Map(tools.definitions.map((definition) => [definition.name, tokens(asFunction(definition))]))
  const all = 2 * [...costOf.values()].reduce((sum, cost) => sum + cost, 0)
  const advisor = new ToolSearchToolCallingAdvisor({ toolIndex: new KeywordToolIndex() })
  const queries = loadQueries(set, 'dev')
    .filter(({ n_gold }) => n_gold === 1)
    .slice(0, QUERIES)
  let spent = 0
  let found = 0
  for (const [number, { query, gold }] of queries.entries()) {
    const model = new ScriptedChatModel([
      [{ name: 'toolSearchTool', arguments: { query } }],
      (prompt) => {
        if (prompt.options.tools.find(gold[0])) found += 1
        return [{ name: prompt.options.tools.find(gold[0]) ? gold[0] : 'toolSearchTool' }]
      },
      'done',
    ])
    await new ChatClient({ model, toolCallingAdvisor: advisor })
      .prompt('go')
      .tools(tools)
      .conversation(`${number}`)
      .call()
      .content()
    spent += model.prompts.reduce((sum, prompt) => sum + costOfRound(prompt, costOf), 0)
  }
  const search = Math.round(spent / queries.length)
  const saving = `${(100 * (1 - search / all)).toFixed(1)} %`
  return `${set.padEnd(10)} ${pad(tools.size, 6)} | ${pad(all, 8)} -> ${pad(search, 7)} | ${saving} | ${(found / queries.length).toFixed(3)}`
}

/** The definitions, what is said about the search, and the search's call and result, but not the task itself. */
function costOfRound({ messages, options }, costOf) {
  const definitions = options.tools.definitions.reduce(
    (sum, definition) => sum + (costOf.get(definition.name) ?? tokens(asFunction(definition))),
    0,
  )
  const said = messages.flatMap((message) => {
    if (message.role === 'system') return [message.content]
    if (message.role === 'assistant')
      return (message.toolCalls ?? []).filter(isSearch).map((call) => call.name + call.arguments)
    return message.role === 'tool' ? message.results.filter(isSearch).map(({ content }) => content) : []
  })
  return definitions + said.reduce((sum, text) => sum + tokens(text), 0)
}

function isSearch({ name }) {
  return name === 'toolSearchTool'
}

function asFunction({ name, description, inputSchema }) {
  return { type: 'function', function: { name, description, parameters: inputSchema } }
}

function asTool({ name, description, parameters }) {
  const schema = { type: 'object', properties: {}, ...parameters }
  return functionTool({
    name,
    description: description || name,
    parameters: withoutOddities(schema),
    execute: () => 'ok',
  })
}

/** Data of the sets that no schema compiler takes. */
function withoutOddities(schema) {
  try {
    functionTool({ name: 'probe', description: 'probe', parameters: schema, execute: () => 'ok' })
    return schema
  } catch {
    return { type: 'object', properties: {} }
  }
}

function pad(value, width) {
  return String(value).padStart(width)
}
