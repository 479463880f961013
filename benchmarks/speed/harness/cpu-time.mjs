const cpuUs = () => {
  const { user, system } = process.cpuUsage()
  return user + system
}

/** CPU nanoseconds of one call of `fn`, over as many calls as fill the time. */
export async function cpuNsPerCall(fn, budgetMs) {
  const isAsync = fn() instanceof Promise
  for (let n = 1; ;) {
    const startedUs = cpuUs()
    const startedMs = performance.now()
    if (isAsync) for (let i = 0; i < n; i++) await fn()
    else for (let i = 0; i < n; i++) fn()
    const tookMs = performance.now() - startedMs
    if (tookMs >= budgetMs) return ((cpuUs() - startedUs) * 1000) / n
    n = tookMs < budgetMs / 20 ? n * 8 : Math.ceil(n * Math.min(8, (budgetMs / tookMs) * 1.15))
  }
}
