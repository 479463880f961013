import { deepEqual, equal } from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { CassetteChatModel } from '@vernal/models/cassette'
import { calls, OpenAiLoopbackServer, text } from '@vernal/models/testing'
import { Bean, ChatClient, ChatModel, Configuration, run } from 'vernal'
import { ScriptedChatModel } from 'vernal/testing'
import { OrderTools } from './order-tools'

// #region asked
void test('the model was offered the tool, and asked twice', async () => {
  const model = new ScriptedChatModel([[{ name: 'findOrders', arguments: { customerId: '42' } }], 'Two orders.'])
  await new ChatClient({ model, tools: [new OrderTools()] }).prompt('Orders of 42?').call().content()

  deepEqual(model.prompts[0]?.options.tools?.names, ['findOrders'])
  equal(model.remaining, 0)
})
// #endregion

// #region scripted
const model = new ScriptedChatModel([[{ name: 'findOrders', arguments: { customerId: '42' } }], 'A teapot and a cup.'])

@Configuration()
class TestConfiguration {
  @Bean()
  chatModel(): ChatModel {
    return model
  }
}

void test('the model reads the orders of the customer', async () => {
  await using app = await run({ components: [OrderTools, TestConfiguration], signals: false })
  const answer = await app.get(ChatClient).prompt('Which orders did customer 42 place?').call().content()

  equal(answer, 'A teapot and a cup.')
  deepEqual(model.prompts[1]?.messages.at(-1), {
    role: 'tool',
    results: [{ callId: 'call_1', name: 'findOrders', content: '["teapot","cup"]' }],
  })
})
// #endregion

// #region loopback
void test('the answer comes over a real socket', async () => {
  await using server = await OpenAiLoopbackServer.start([
    calls([{ name: 'findOrders', arguments: { customerId: '42' } }]),
    text('A teapot and a cup.'),
  ])
  const properties = { 'vernal.ai.openai.base-url': server.baseUrl, 'vernal.ai.openai.api-key': 'any' }
  await using app = await run({ components: [OrderTools], properties, signals: false })
  const answer = await app.get(ChatClient).prompt('Which orders did customer 42 place?').call().content()

  equal(answer, 'A teapot and a cup.')
  equal(server.requests.length, 2)
})
// #endregion

// #region short
void test('the whole loop runs in a unit test', async () => {
  const model = new ScriptedChatModel([[{ name: 'findOrders', arguments: { customerId: '42' } }], 'Two orders.'])
  const chat = new ChatClient({ model, tools: [new OrderTools()] })

  equal(await chat.prompt('Orders of 42?').call().content(), 'Two orders.')
})
// #endregion

// #region plain
void test('a tool is a method', () => {
  deepEqual(new OrderTools().findOrders('42'), ['teapot', 'cup'])
})
// #endregion

void test('done', () => console.log('every test ran'))
// prints: every test ran

const folder = mkdtempSync(join(tmpdir(), 'cassettes-'))

// #region cassette
async function ask(mode: string, baseUrl = ''): Promise<string> {
  const properties = {
    'vernal.ai.model.chat': 'openai',
    'vernal.ai.openai.base-url': baseUrl,
    'vernal.ai.model.cassette.path': join(folder, 'orders.yaml'),
    'vernal.ai.model.cassette.mode': mode,
  }
  await using app = await run({ components: [OrderTools], properties, signals: false })
  return await app.get(ChatClient).prompt('Which orders did customer 42 place?').call().content()
}

void test('a recorded turn is replayed without the server', async () => {
  const script = [calls([{ name: 'findOrders', arguments: { customerId: '42' } }]), text('A teapot and a cup.')]
  await using server = await OpenAiLoopbackServer.start(script)

  equal(await ask('record', server.baseUrl), 'A teapot and a cup.')
  equal(await ask('replay'), 'A teapot and a cup.')
})
// #endregion

// #region cassette-plain
void test('a cassette needs no container', async () => {
  const path = join(folder, 'plain.yaml')
  for (const mode of ['record', 'replay'] as const) {
    // The model is made when something is recorded, and never for a replay.
    const model = new CassetteChatModel({
      cassette: { path, mode },
      model: () => new ScriptedChatModel(['Two orders.']),
    })

    equal(await new ChatClient({ model }).prompt('Orders of 42?').call().content(), 'Two orders.')
    await model.close()
  }
})
// #endregion
