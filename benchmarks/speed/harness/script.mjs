// The one conversation script that every contender must follow, and the check of what came back.
// A scenario is encoded in the model name so that the stub server stays stateless:
//   stub-k<tool rounds>-p<parallel calls>-t<tools>-d<think ms>-v<0|1 deep check>-s<text chunks>-w<0 burst|1 one write per chunk>
export const SYSTEM =
  'You are a careful calculator agent. Use the calc tools for every arithmetic step and then report the outcome in one short paragraph.'
export const PROMPT = 'Please work through the steps one by one with the tools you have, then tell me what you found.'

export const modelName = ({ k = 0, p = 1, t = 5, d = 0, v = 0, s = 0, w = 0 }) =>
  `stub-k${k}-p${p}-t${t}-d${d}-v${v}-s${s}-w${w}`
export const parseModel = (name) => {
  const m = /^stub-k(\d+)-p(\d+)-t(\d+)-d(\d+)-v(\d+)-s(\d+)-w(\d+)$/.exec(name)
  if (!m) return null
  const [k, p, t, d, v, s, w] = m.slice(1).map(Number)
  return { k, p, t, d, v, s, w }
}

const OPS = ['add', 'sub', 'mul']
/** Tool calls of round r (0-based): ids, tool names and arguments are fixed by (r, j). */
export function callsOf(r, p, t) {
  return Array.from({ length: p }, (_, j) => {
    const n = r * p + j
    return {
      id: `call_${r}_${j}`,
      name: `calc_${n % Math.min(t, 5)}`,
      args: { a: 10 + n, b: 7, op: OPS[n % 3], note: `step ${n} of the plan` },
    }
  })
}
export const compute = ({ a, b, op }) => (op === 'add' ? a + b : op === 'sub' ? a - b : a * b)

const FILLER =
  'The steps were carried out in the order given and every intermediate value was produced by a tool rather than by guesswork so the outcome below can be trusted as far as the tools can be trusted'.split(
    ' ',
  )
export function finalText({ k, p, s }) {
  if (s) return Array.from({ length: s }, (_, i) => ` tok${i}`).join('')
  return `FINAL rounds=${k} calls=${k * p}. ${FILLER.join(' ')}.`
}
export function finalChunks(sc) {
  if (sc.s) return Array.from({ length: sc.s }, (_, i) => ` tok${i}`)
  return finalText(sc).split(/(?= )/)
}
/** What the model says after `toolMsgs` tool results: the single source of truth for server and in-process mocks. */
export function nextStep(sc, toolMsgs) {
  const round = Math.floor(toolMsgs / sc.p)
  if (round < sc.k) return { toolCalls: callsOf(round, sc.p, sc.t), round }
  return { text: finalText(sc), round }
}
