import { assistantMessage, ResponseAggregator, type ChatResponse, type Usage } from '@vernal/chat'
import fc from 'fast-check'

const piece = (content: string, rest: object = {}, metadata: object = {}): ChatResponse => ({
  generations: [{ message: assistantMessage(content), ...rest }],
  metadata,
})

function aggregate(...chunks: ChatResponse[]): ChatResponse {
  const aggregator = new ResponseAggregator()
  for (const chunk of chunks) aggregator.add(chunk)
  return aggregator.result()
}

describe('the chunks of a stream', () => {
  test('give one message with the text joined and the last finish reason', () => {
    const whole = aggregate(piece('Hel'), piece('lo'), piece('', { finishReason: 'stop', rawFinishReason: 'end_turn' }))

    expect(whole.generations).toEqual([
      { message: assistantMessage('Hello'), finishReason: 'stop', rawFinishReason: 'end_turn' },
    ])
  })

  test('give the reasoning joined, beside the answer and not in it', () => {
    const whole = aggregate(piece('', { reasoning: 'Twice ' }), piece('', { reasoning: 'two.' }), piece('4'))

    expect(whole.generations).toEqual([{ message: assistantMessage('4'), reasoning: 'Twice two.' }])
  })

  test('with a call each give one message with both calls, in order', () => {
    const call = (id: string) => ({ id, name: 'find', arguments: '{}' })
    const chunk = (id: string): ChatResponse => ({
      generations: [{ message: assistantMessage('', [call(id)]) }],
      metadata: {},
    })

    expect(aggregate(chunk('a'), chunk('b')).generations[0]?.message.toolCalls).toEqual([call('a'), call('b')])
  })

  test('keep the last id and model that are not blank, and the last usage that counts something', () => {
    const usage = (promptTokens: number, completionTokens: number): Usage => ({
      promptTokens,
      completionTokens,
      totalTokens: promptTokens + completionTokens,
    })
    const whole = aggregate(
      piece('a', {}, { id: '1', model: 'm', usage: { ...usage(5, 0), cacheReadTokens: 3 } }),
      piece('b', {}, { id: '', usage: usage(0, 0) }),
      { generations: [], metadata: { usage: usage(5, 2) } },
    )

    expect(whole.metadata).toEqual({ id: '1', model: 'm', usage: { ...usage(5, 2), cacheReadTokens: 3 } })
  })

  test('however a text is cut, it is whole again', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (texts) => {
        expect(aggregate(...texts.map((text) => piece(text))).generations[0]?.message.content).toBe(texts.join(''))
      }),
    )
  })

  test('none of them is an empty answer', () => {
    expect(aggregate()).toEqual({ generations: [{ message: assistantMessage('') }], metadata: {} })
  })
})
