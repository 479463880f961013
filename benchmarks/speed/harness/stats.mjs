export const median = (xs) => {
  const a = xs.filter((x) => x != null && !Number.isNaN(x)).sort((p, q) => p - q)
  return a.length ? (a[(a.length - 1) >> 1] + a[a.length >> 1]) / 2 : null
}
export const quant = (xs, q) => {
  const a = [...xs].sort((p, r) => p - r)
  return a.length ? a[Math.min(a.length - 1, Math.floor(q * a.length))] : null
}
/** median over rounds of (x[r] / base[r]): both sides measured in the same round, so shared noise cancels. */
export const pairedRatio = (xs, base) => median(xs.map((x, r) => (x != null && base?.[r] ? x / base[r] : null)))
export const spread = (xs) => {
  const m = median(xs)
  return m ? (Math.max(...xs) - Math.min(...xs)) / m : null
}
export const fmt = (x, d = 0) =>
  x == null ? '–' : Math.abs(x) >= 10000 ? Math.round(x).toLocaleString('en-US') : x.toFixed(d)
export function table(head, rows) {
  return [
    `| ${head.join(' | ')} |`,
    `|${head.map((_, i) => (i ? '---:' : '---')).join('|')}|`,
    ...rows.map((r) => `| ${r.join(' | ')} |`),
  ].join('\n')
}
