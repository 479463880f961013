import type { Logger } from '../logging/logger'

const SIGNALS = ['SIGTERM', 'SIGINT'] as const
const EXIT_CODES = { SIGTERM: 143, SIGINT: 130 } as const

/**
 * Closes the application when the process is asked to end, then ends it. A second signal ends it at once.
 *
 * @returns stops listening; to be called when the application is closed otherwise
 */
export function closeOnSignals(close: () => Promise<void>, logger: Logger): () => void {
  let isClosing = false
  const onSignal = (signal: (typeof SIGNALS)[number]): void => {
    const code = process.exitCode ?? EXIT_CODES[signal]
    if (isClosing) process.exit(code)
    isClosing = true
    logger.info({ signal }, 'Closing')
    void close().finally(() => process.exit(code))
  }
  for (const signal of SIGNALS) process.on(signal, onSignal)
  return () => {
    if (!isClosing) for (const signal of SIGNALS) process.removeListener(signal, onSignal)
  }
}
