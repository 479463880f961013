import {
  ChatClient,
  MessageChatMemoryAdvisor,
  MessageWindowChatMemory,
  StructuredOutputError,
  ToolCallingAdvisor,
  ToolCallingManager,
  ToolCallLimits,
} from '@vernal/chat'
import { ScriptedChatModel } from '@vernal/chat/testing'
import { functionTool } from '@vernal/tools'
import fc from 'fast-check'
import { z } from 'zod'
import { addTool, plainTool } from '../order-tools'

const Order = z.object({ id: z.string(), total: z.number() })
const VALID = '{"id":"A-1","total":3}'

class NativeModel extends ScriptedChatModel {
  override readonly supportsResponseFormat = true
}

const askedText = (model: ScriptedChatModel, index = 0): string => {
  const message = model.prompts[index]?.messages.findLast(({ role }) => role === 'user')
  return message?.role === 'user' ? message.content : ''
}

describe('entity(schema)', () => {
  test('is typed by the schema, and asked for in words after what the user said', async () => {
    const model = new ScriptedChatModel([VALID])
    const order = await new ChatClient({ model }).prompt('Order A-1?').call().entity(Order)
    expect(order.total.toFixed(1)).toBe('3.0')
    expect(askedText(model)).toMatch(/^Order A-1\?\n\nAnswer with one JSON value and nothing else/)
    expect(askedText(model)).toContain('"additionalProperties":false')
    expect(model.prompts[0]?.options.responseFormat).toBeUndefined()
  })

  test('is asked for natively where the model keeps to schemas', async () => {
    const model = new NativeModel([VALID])
    await new ChatClient({ model })
      .prompt('Order A-1?')
      .call()
      .entity(Order.meta({ title: 'An order' }))
    expect(askedText(model)).toBe('Order A-1?')
    expect(model.prompts[0]?.options.responseFormat).toMatchObject({ name: 'An_order', schema: { type: 'object' } })
  })

  test('is asked for in words when the request says so, or when the root is no object', async () => {
    const model = new NativeModel([VALID, '[1,2]'])
    const client = new ChatClient({ model })
    await client.prompt('go').call().entity(Order, { native: false })
    expect(await client.prompt('go').call().entity(z.array(z.number()))).toEqual([1, 2])
    expect(askedText(model, 0)).toContain('JSON Schema')
    expect(askedText(model, 1)).toContain('JSON Schema')
  })

  test.each([
    ['in a code fence', '```json\n{"id":"A-1","total":3}\n```'],
    ['between words', 'Here you are: {"id":"A-1","total":3}. Anything else?'],
    ['after thoughts', '<think>{"id": 1}</think>{"id":"A-1","total":3}'],
    ['after other JSON', 'Instead of {"id":"A-1"} this is {"id":"A-1","total":3}'],
    ['with braces in its texts', 'So: {"id":"A-1","total":3,"note":"} \\" {"}'],
  ])('finds JSON %s', async (_where, text) => {
    const model = new ScriptedChatModel([text])
    const asked = new ChatClient({ model }).prompt('go').call()
    expect(await asked.entity(Order, { maxRepeatAttempts: 0 })).toMatchObject({ id: 'A-1', total: 3 })
  })

  test('finds any JSON object between any words', async () => {
    const words = fc.string().filter((text) => !/["{}[\]`]/.test(text))
    await fc.assert(
      fc.asyncProperty(words, fc.json(), words, async (before, json, after) => {
        const model = new ScriptedChatModel([`${before} {"value":${json}} ${after}`])
        const entity = await new ChatClient({ model })
          .prompt('go')
          .call()
          .entity(z.object({ value: z.unknown() }))
        expect(entity.value).toEqual(JSON.parse(json))
      }),
    )
  })

  test('asks again once, with the reason, after an answer of another shape', async () => {
    const model = new ScriptedChatModel(['{"id":"A-1","total":"three"}', VALID])
    expect(await new ChatClient({ model }).prompt('go').call().entity(Order)).toEqual({ id: 'A-1', total: 3 })
    expect(askedText(model, 1)).toMatch(/^go\nOutput JSON validation failed because of: total: .*number/)
  })

  test('fails with what is wrong and the last text when no answer is valid', async () => {
    const usage = { promptTokens: 1, completionTokens: 1, totalTokens: 2 }
    const model = new ScriptedChatModel([{ text: 'I do not know.', usage }], { repeatLast: true })
    const failure = await new ChatClient({ model })
      .prompt('go')
      .call()
      .entity(Order)
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(StructuredOutputError)
    expect(failure).toMatchObject({
      code: 'CHAT_OUTPUT_INVALID',
      output: { text: 'I do not know.', attempts: 2, usage: { totalTokens: 4 } },
    })
    expect(String(failure)).toContain('Invalid JSON')
  })

  test.each(['', '  '])('fails for the empty answer "%s"', async (text) => {
    const model = new ScriptedChatModel([text], { repeatLast: true })
    await expect(new ChatClient({ model }).prompt('go').call().entity(Order)).rejects.toThrow('Empty JSON output')
  })

  test.each(['"blue"', 'blue', ' blue\n', '```json\n"blue"\n```'])(
    'takes a text with or without quotes: %j',
    async (text) => {
      const client = new ChatClient({ model: new ScriptedChatModel([text]) })

      expect(
        await client
          .prompt('Which?')
          .call()
          .entity(z.enum(['red', 'blue'])),
      ).toBe('blue')
    },
  )

  test('applies what the schema transforms', async () => {
    const model = new ScriptedChatModel(['{"at":"2026-01-02"}'])
    const schema = z.object({ at: z.string().transform((text) => new Date(text)) })
    const { at } = await new ChatClient({ model }).prompt('go').call().entity(schema)
    expect(at.getUTCFullYear()).toBe(2026)
  })

  test('goes through the tool loop without repeating a tool', async () => {
    const ran: unknown[] = []
    const model = new ScriptedChatModel([[{ name: 'add', arguments: { a: 1, b: 2 } }], 'three', '{"sum":3}'])
    const client = new ChatClient({ model, tools: [addTool(ran)] })
    expect(
      await client
        .prompt('1 + 2?')
        .call()
        .entity(z.object({ sum: z.number() })),
    ).toEqual({ sum: 3 })
    expect(ran).toHaveLength(1)
    expect(model.prompts).toHaveLength(3)
    expect(model.prompts[2]?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool'])
  })

  test('leaves what the user said as it was in the memory', async () => {
    const memory = new MessageWindowChatMemory()
    const model = new ScriptedChatModel([VALID])
    const client = new ChatClient({ model, advisors: [new MessageChatMemoryAdvisor(memory)] })
    await client.prompt('Order A-1?').conversation('c').call().entity(Order)
    expect(await memory.get('c')).toEqual([
      { role: 'user', content: 'Order A-1?' },
      { role: 'assistant', content: VALID },
    ])
  })

  test('reads the result of a tool that answers directly', async () => {
    const model = new ScriptedChatModel([[{ name: 'order' }]])
    const tools = [plainTool('order', () => ({ id: 'A-1', total: 3 }), { returnDirect: true })]
    expect(await new ChatClient({ model, tools }).prompt('go').call().entity(Order)).toEqual({ id: 'A-1', total: 3 })
  })

  test('fails when a limit ended the turn, instead of reading the text of the limit', async () => {
    const model = new ScriptedChatModel([[{ name: 'add' }]], { repeatLast: true })
    const manager = new ToolCallingManager({ limits: new ToolCallLimits({ maxTotalToolCalls: 1 }) })
    const toolCallingAdvisor = new ToolCallingAdvisor({ manager })
    const client = new ChatClient({ model, tools: [addTool()], toolCallingAdvisor })
    await expect(client.prompt('go').call().entity(Order)).rejects.toThrow('the turn ended with limitExceeded')
  })

  test('fails when the turn waits for consent', async () => {
    const open = functionTool({ name: 'open', description: 'Opens', approval: 'required', execute: () => 'open' })
    const client = new ChatClient({ model: new ScriptedChatModel([[{ name: 'open' }]]), tools: [open] })
    await expect(client.prompt('go').call().entity(Order)).rejects.toThrow('the turn ended with approvalRequired')
  })

  test('asks once for all that is read of one call', async () => {
    const model = new ScriptedChatModel([VALID])
    const asked = new ChatClient({ model }).prompt('go').call()
    const { entity, response } = await asked.responseEntity(Order)
    expect(entity.id).toBe('A-1')
    expect(response.outcome).toEqual({ type: 'completed' })
    expect(await asked.content()).toBe(VALID)
  })

  test('never lets an answer reach a prototype', async () => {
    const model = new ScriptedChatModel(['{"id":"A-1","total":3,"__proto__":{"admin":true}}'])
    const order = await new ChatClient({ model }).prompt('go').call().entity(Order)
    expect(order).toEqual({ id: 'A-1', total: 3 })
    expect(({} as Record<string, unknown>).admin).toBeUndefined()
  })
})

describe('a response format among the options', () => {
  test('is said in words to a model that has none, for streams as well', async () => {
    const model = new ScriptedChatModel([VALID])
    const request = new ChatClient({ model })
      .prompt('go')
      .options({ responseFormat: { name: 'order', schema: { type: 'object' } } })
    for await (const _piece of request.stream().content());
    expect(askedText(model)).toContain('{"type":"object"}')
  })

  test('becomes a message of its own where the user has said nothing', async () => {
    const model = new ScriptedChatModel([VALID])
    const request = new ChatClient({ model }).prompt().messages({ role: 'assistant', content: 'hello' })
    await request.call().entity(Order)
    expect(model.prompts[0]?.messages.map(({ role }) => role)).toEqual(['assistant', 'user'])
  })
})
