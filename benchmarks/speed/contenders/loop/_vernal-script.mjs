// The script as a Vernal model tells it: answers in one piece, or a piece per chunk of text.
import { finalChunks, nextStep } from '../../harness/script.mjs'

const USAGE = { promptTokens: 120, completionTokens: 40, totalTokens: 160 }

export function answerOf(scenario, { messages }) {
  let results = 0
  for (const message of messages) if (message.role === 'tool') results += message.results.length
  const { toolCalls, text } = nextStep(scenario, results)
  if (toolCalls === undefined) return whole({ role: 'assistant', content: text }, 'stop')
  const calls = toolCalls.map(({ id, name, args }) => ({ id, name, arguments: JSON.stringify(args) }))
  return whole({ role: 'assistant', content: '', toolCalls: calls }, 'tool-calls')
}

export async function* piecesOf(scenario, prompt) {
  const answer = answerOf(scenario, prompt)
  if (answer.generations[0].finishReason === 'tool-calls') return yield answer
  for (const content of finalChunks(scenario)) {
    yield { generations: [{ message: { role: 'assistant', content } }], metadata: {} }
  }
  yield whole({ role: 'assistant', content: '' }, 'stop')
}

const whole = (message, finishReason) => ({ generations: [{ message, finishReason }], metadata: { usage: USAGE } })
