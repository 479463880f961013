import {
  ADVISOR_ORDER,
  ChatClient,
  StructuredOutputValidationAdvisor,
  type ChatResponse,
  type StructuredOutputValidationAdvisorOptions,
} from '@vernal/chat'
import { ScriptedChatModel, type ScriptedAnswer } from '@vernal/chat/testing'
import { z } from 'zod'
import { addTool } from '../order-tools'

const schema = z.object({ count: z.number() })
const VALID = '{"count":1}'
const usageOf = (factor: number) => ({ promptTokens: 10 * factor, completionTokens: factor, totalTokens: 11 * factor })

function validating(
  script: readonly ScriptedAnswer[],
  options: Partial<StructuredOutputValidationAdvisorOptions> = {},
) {
  const model = new ScriptedChatModel(script)
  const ran: unknown[] = []
  const advisor = new StructuredOutputValidationAdvisor({ schema, ...options })
  return { model, ran, client: new ChatClient({ model, tools: [addTool(ran)], advisors: [advisor] }) }
}

const lastUserText = (model: ScriptedChatModel): unknown =>
  model.prompts.at(-1)?.messages.findLast(({ role }) => role === 'user')

describe('StructuredOutputValidationAdvisor', () => {
  test('stands inside the tool loop, near the model', () => {
    expect(new StructuredOutputValidationAdvisor({ schema }).order).toBe(ADVISOR_ORDER.lowest - 2000)
  })

  test('asks four times at most, and takes the first valid answer', async () => {
    const wrong = '{"count":"many"}'
    const { model, client } = validating([wrong, wrong, wrong, VALID])
    expect(await client.prompt('How many?').call().content()).toBe(VALID)
    expect(model.prompts).toHaveLength(4)
  })

  test('tells the last reason after what the user said, and no earlier ones', async () => {
    const { model, client } = validating(['', 'nothing', VALID])
    await client.prompt('How many?').call().content()
    expect(lastUserText(model)).toEqual({
      role: 'user',
      content: expect.stringMatching(/^How many\?\nOutput JSON validation failed because of: Invalid JSON: .*$/),
    })
  })

  test.each([
    ['an empty text', '', 'Empty JSON output for validation.'],
    ['malformed JSON', '{"count":', 'Invalid JSON: '],
    ['a field of the wrong type', '{"count":true}', 'count: '],
  ])('repeats the question after %s', async (_what, text, reason) => {
    const { model, client } = validating([text, VALID])
    expect(await client.prompt('go').call().content()).toBe(VALID)
    expect(JSON.stringify(lastUserText(model))).toContain(reason)
  })

  test('repeats the question after a response without an answer', async () => {
    class Silent extends ScriptedChatModel {
      override async call(...asked: Parameters<ScriptedChatModel['call']>): Promise<ChatResponse> {
        const response = await super.call(...asked)
        return this.prompts.length === 1 ? { ...response, generations: [] } : response
      }
    }
    const model = new Silent(['', VALID])
    const advisors = [new StructuredOutputValidationAdvisor({ schema })]
    expect(await new ChatClient({ model, advisors }).prompt('go').call().content()).toBe(VALID)
    expect(JSON.stringify(lastUserText(model))).toContain('Missing required json output for validation.')
  })

  test('repeats the question until every element of a list is valid', async () => {
    const { model, client } = validating(['[{"count":1},{}]', '[{"count":1},{"count":2}]'], { schema: z.array(schema) })
    expect(JSON.parse(await client.prompt('go').call().content())).toHaveLength(2)
    expect(JSON.stringify(lastUserText(model))).toContain('1.count')
  })

  test('says that an answer was cut off', async () => {
    const { model, client } = validating([{ text: '{"count"', finishReason: 'length' }, VALID])
    await client.prompt('go').call().content()
    expect(JSON.stringify(lastUserText(model))).toContain('cut off')
  })

  test('takes a JSON Schema as well', async () => {
    const jsonSchema = { type: 'object', properties: { count: { type: 'number' } }, required: ['count'] }
    const { model, client } = validating(['{}', VALID], { schema: jsonSchema })
    expect(await client.prompt('go').call().content()).toBe(VALID)
    expect(model.prompts).toHaveLength(2)
  })

  test('fails when all attempts are used up', async () => {
    const { model, client } = validating(['no', 'no'], { maxRepeatAttempts: 1 })
    await expect(client.prompt('go').call().content()).rejects.toMatchObject({
      code: 'CHAT_OUTPUT_INVALID',
      output: { attempts: 2, text: 'no' },
    })
    expect(model.prompts).toHaveLength(2)
  })

  test('returns the last answer instead when told so, with the usage of all attempts', async () => {
    const script = [
      { text: 'no', usage: usageOf(1) },
      { text: 'still no', usage: usageOf(2) },
    ]
    const { client } = validating(script, { maxRepeatAttempts: 1, onExhausted: 'return' })
    const response = await client.prompt('go').call().chatResponse()
    expect(response.generations[0]?.message.content).toBe('still no')
    expect(response.metadata.usage).toEqual(usageOf(3))
  })

  test('lets a round of tool calls pass, so that no tool runs twice, and sums the usage of all rounds', async () => {
    const { model, ran, client } = validating([
      { calls: [{ name: 'add', arguments: { a: 1, b: 0 } }], usage: usageOf(1) },
      { text: 'one', usage: usageOf(2) },
      { text: VALID, usage: usageOf(4) },
    ])
    const response = await client.prompt('go').call().chatResponse()
    expect(response.metadata.usage).toEqual(usageOf(7))
    expect(ran).toHaveLength(1)
    expect(model.prompts).toHaveLength(3)
  })

  test('gives out no piece of a wrong answer in a stream', async () => {
    const { model, client } = validating([
      [{ name: 'add', arguments: { a: 1, b: 0 } }],
      { text: 'wrong', usage: usageOf(1) },
      { text: VALID, chunks: ['{"cou', 'nt":1}'], usage: usageOf(2) },
    ])
    const pieces: string[] = []
    let usage: unknown
    for await (const { chatResponse } of client.prompt('go').stream().chatClientResponse()) {
      pieces.push(...chatResponse.generations.map(({ message }) => message.content))
      usage = chatResponse.metadata.usage ?? usage
    }
    expect(pieces.join('')).toBe(VALID)
    expect(usage).toEqual(usageOf(3))
    expect(model.prompts).toHaveLength(3)
  })

  test('ends a stream with an error when no answer was valid', async () => {
    const { client } = validating(['no'], { maxRepeatAttempts: 0 })
    const read = async () => {
      for await (const _piece of client.prompt('go').stream().content());
    }
    await expect(read()).rejects.toMatchObject({ code: 'CHAT_OUTPUT_INVALID' })
  })

  test('refuses a negative number of attempts', () => {
    expect(() => new StructuredOutputValidationAdvisor({ schema, maxRepeatAttempts: -1 })).toThrow(
      'It must be greater than or equal to 0.',
    )
  })
})
