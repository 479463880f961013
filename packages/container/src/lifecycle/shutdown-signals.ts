import type { Logger } from '../logging/logger'

const SIGNALS = ['SIGTERM', 'SIGINT'] as const
const EXIT_CODES = { SIGTERM: 143, SIGINT: 130 } as const
type ShutdownSignal = (typeof SIGNALS)[number]

interface RunningApplication {
  readonly close: () => Promise<void>
  readonly logger: Logger
}

/** Signals come to the process, so the applications in it share what listens. */
const running = new Set<RunningApplication>()
let isClosing = false

/**
 * Closes the application when the process is asked to end, and ends it when all applications in it are closed. A second signal ends
 * it at once.
 *
 * @returns stops listening; to be called when the application is closed otherwise
 */
export function closeOnSignals(close: () => Promise<void>, logger: Logger): () => void {
  const application = { close, logger }
  if (running.size === 0) for (const signal of SIGNALS) process.on(signal, onSignal)
  running.add(application)
  return () => {
    running.delete(application)
    if (running.size === 0 && !isClosing) for (const signal of SIGNALS) process.removeListener(signal, onSignal)
  }
}

function onSignal(signal: ShutdownSignal): void {
  const code = process.exitCode ?? EXIT_CODES[signal]
  if (isClosing) process.exit(code)
  isClosing = true
  const closings = [...running].map(({ close, logger }) => {
    logger.info({ signal }, 'Closing')
    return close()
  })
  void Promise.allSettled(closings).then(() => process.exit(code))
}
