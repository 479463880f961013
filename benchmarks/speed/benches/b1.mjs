// B1 loop-http, B2 loop-stub, B6 streaming: all run on one warm fleet.
import { runCells } from '../harness/fleet.mjs'

const C = (k, p, t, extra = {}) => ({ kind: 'http', sc: { k, p, t }, conc: 1, ...extra })
export const B1_CELLS = {
  'k1 p1 t5': C(1, 1, 5),
  'k10 p1 t5': C(10, 1, 5),
  'k3 p4 t5': C(3, 4, 5),
  'k3 p1 t50': C(3, 1, 50),
  'k10 p4 t50': C(10, 4, 50),
  'k3 p1 t5': C(3, 1, 5), // after the others, so that everybody is warm in the cell that most figures come from
  'k3 p1 t5 sse': C(3, 1, 5, { stream: true }),
  'k10 p4 t50 sse': C(10, 4, 50, { stream: true }),
  'k3 p1 t5 c64': C(3, 1, 5, { conc: 64 }), // streaming at c64: --matrix
}
const QUICK = ['k3 p1 t5', 'k3 p1 t50', 'k3 p1 t5 sse']
export function matrixCells() {
  const out = {}
  for (const stream of [false, true])
    for (const conc of [1, 64])
      for (const k of [1, 3, 10])
        for (const p of [1, 4])
          for (const t of [5, 50])
            out[`k${k} p${p} t${t}${stream ? ' sse' : ''}${conc > 1 ? ` c${conc}` : ''}`] = C(k, p, t, {
              ...(stream ? { stream } : {}),
              conc,
            })
  return out
}
export async function b1(ctx) {
  const cells = ctx.matrix
    ? matrixCells()
    : ctx.quick
      ? Object.fromEntries(QUICK.map((q) => [q, B1_CELLS[q]]))
      : B1_CELLS
  return runCells({
    ...ctx,
    cells,
    rounds: ctx.rounds ?? (ctx.quick ? 2 : 4),
    batchMs: ctx.quick ? 80 : 110,
    warmMs: ctx.quick ? 80 : 100,
    firstWarmMs: ctx.quick ? 250 : 1200,
    firstWarmN: ctx.quick ? 1 : 60,
  })
}

const S = (k, p, t) => ({ kind: 'stub', sc: { k, p, t }, conc: 1 })
export const B2_CELLS = {
  'k1 p1 t5': S(1, 1, 5),
  'k10 p1 t5': S(10, 1, 5),
  'k10 p4 t5': S(10, 4, 5),
  'k1 p1 t50': S(1, 1, 50),
  'k10 p1 t50': S(10, 1, 50),
}
export async function b2(ctx) {
  const cells = ctx.quick ? { 'k1 p1 t5': B2_CELLS['k1 p1 t5'], 'k10 p1 t5': B2_CELLS['k10 p1 t5'] } : B2_CELLS
  return runCells({
    ...ctx,
    stub: null,
    cells,
    rounds: ctx.rounds ?? (ctx.quick ? 2 : 4),
    batchMs: ctx.quick ? 40 : 80,
    warmMs: ctx.quick ? 60 : 120,
    firstWarmMs: ctx.quick ? 200 : 600,
    firstWarmN: ctx.quick ? 1 : 150,
  })
}

const T = (s, w, extra = {}) => ({
  kind: 'http',
  stream: true,
  ttft: true,
  sc: { k: 0, p: 1, t: 5, s, w },
  conc: 1,
  minN: 2,
  ...extra,
})
export const B6_CELLS = {
  'burst 2000': T(2000, 0, { minN: 2 }),
  'paced 2000': T(2000, 1, { minN: 2 }),
  'ttft 20': T(20, 1, { minN: 10 }),
}
export async function b6(ctx) {
  const cells = ctx.quick ? { 'paced 2000': { ...B6_CELLS['paced 2000'], minN: 1 } } : B6_CELLS
  return runCells({
    ...ctx,
    cells,
    rounds: ctx.rounds ?? (ctx.quick ? 2 : 3),
    batchMs: ctx.quick ? 60 : 150,
    warmMs: ctx.quick ? 100 : 250,
    firstWarmMs: ctx.quick ? 100 : 500,
  })
}
