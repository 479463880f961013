import fc from 'fast-check'
import { userMessage, type ChatModel } from '@vernal/chat'
import { ModelError, OpenAiChatModel, OpenAiResponsesModel } from '@vernal/models/openai'
import { OpenAiLoopbackServer, type FixedReply } from '@vernal/models/testing'

jest.setTimeout(60_000)

const prompt = { messages: [userMessage('go')], options: {} }

const anything = fc.jsonValue({ maxDepth: 2 })

/** Something in the place of each part of an answer, and sometimes nothing. */
const call = fc.record({ index: anything, id: anything, type: anything, function: anything }, { requiredKeys: [] })
const calls = fc.oneof(fc.array(fc.oneof(call, anything), { maxLength: 3 }), anything)
const message = fc.oneof(
  fc.record({ content: anything, tool_calls: calls, function_call: anything, refusal: anything }, { requiredKeys: [] }),
  anything,
)
const finishReason = fc.oneof(fc.constantFrom('stop', 'length', 'tool_calls', null), anything)
const choice = fc.oneof(
  fc.record({ index: anything, message, delta: message, finish_reason: finishReason }, { requiredKeys: [] }),
  anything,
)
const body = fc.oneof(
  fc.record(
    {
      id: anything,
      model: anything,
      choices: fc.oneof(fc.array(choice, { maxLength: 2 }), anything),
      usage: anything,
      error: anything,
    },
    { requiredKeys: [] },
  ),
  anything,
)
const item = fc.oneof(
  fc.record(
    {
      type: fc.constantFrom('message', 'function_call', 'reasoning'),
      content: anything,
      call_id: anything,
      name: anything,
      arguments: anything,
      summary: anything,
    },
    { requiredKeys: [] },
  ),
  anything,
)
const response = fc.oneof(
  fc.record(
    {
      status: anything,
      output: fc.oneof(fc.array(item, { maxLength: 3 }), anything),
      error: anything,
      incomplete_details: anything,
      usage: anything,
    },
    { requiredKeys: [] },
  ),
  anything,
)

const event = (data: unknown): string => `data: ${JSON.stringify(data)}\n\n`

/** An answer that is understood has a text and calls with names and ids; any other is refused as a `ModelError`. */
async function expectAnswerOrModelError(
  reply: FixedReply,
  makeModel: (baseUrl: string) => ChatModel,
  streaming: boolean,
) {
  await using server = await OpenAiLoopbackServer.start([reply])
  const model = makeModel(server.baseUrl)
  try {
    const responses = streaming ? model.stream(prompt) : [await model.call(prompt)]
    for await (const { generations } of responses) {
      for (const { message } of generations) {
        expect(typeof message.content).toBe('string')
        for (const made of message.toolCalls ?? []) {
          expect([made.id, made.name]).toEqual([expect.stringMatching(/./s), expect.stringMatching(/./s)])
          expect(typeof made.arguments).toBe('string')
        }
      }
    }
  } catch (error) {
    expect(error).toBeInstanceOf(ModelError)
  }
}

const chat = (baseUrl: string) => new OpenAiChatModel({ model: 'm', baseUrl, maxRetries: 0 })
const responses = (baseUrl: string) => new OpenAiResponsesModel({ model: 'm', baseUrl, maxRetries: 0 })

test('a chat completion of any shape is an answer or a ModelError', async () => {
  const property = fc.asyncProperty(body, (each) =>
    expectAnswerOrModelError({ body: JSON.stringify(each) }, chat, false),
  )
  await fc.assert(property, { numRuns: 150 })
})

test('chunks of any shape are an answer or a ModelError', async () => {
  const property = fc.asyncProperty(fc.array(body, { maxLength: 4 }), (chunks) =>
    expectAnswerOrModelError({ sse: [...chunks.map(event), 'data: [DONE]\n\n'] }, chat, true),
  )
  await fc.assert(property, { numRuns: 150 })
})

test('a response of any shape is an answer or a ModelError', async () => {
  const property = fc.asyncProperty(response, (each) =>
    expectAnswerOrModelError({ body: JSON.stringify(each) }, responses, false),
  )
  await fc.assert(property, { numRuns: 100 })
})

test('events of any shape are an answer or a ModelError', async () => {
  const types = fc.constantFrom(
    'response.completed',
    'response.output_item.done',
    'response.output_text.delta',
    'error',
  )
  const events = fc.array(fc.record({ type: types, response, item, delta: anything }, { requiredKeys: ['type'] }), {
    maxLength: 4,
  })
  const property = fc.asyncProperty(events, (list) =>
    expectAnswerOrModelError({ sse: list.map(event) }, responses, true),
  )
  await fc.assert(property, { numRuns: 100 })
})
