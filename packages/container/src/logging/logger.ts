import type { Logger as PinoLogger } from 'pino'

/** Named values that go with a line of the log. An `Error` under `err` is printed with its stack. */
export type LogFields = object

const RANKS = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, fatal: 60, silent: Infinity } as const

/** The least important lines that are written. */
export type LogLevel = keyof typeof RANKS

/** The log of an application. Injectable; lines below the configured level cost next to nothing. */
export class Logger {
  readonly #rank: number
  readonly #level: LogLevel
  #pino: PinoLogger | (() => PinoLogger)

  /** @param pino makes the logger behind this one when the first line is written */
  constructor(level: LogLevel, pino: () => PinoLogger) {
    this.#level = level
    this.#rank = RANKS[level]
    this.#pino = pino
  }

  debug(fields: LogFields, message: string): void {
    if (this.#rank <= RANKS.debug) this.#open().debug(fields, message)
  }

  info(fields: LogFields, message: string): void {
    if (this.#rank <= RANKS.info) this.#open().info(fields, message)
  }

  warn(fields: LogFields, message: string): void {
    if (this.#rank <= RANKS.warn) this.#open().warn(fields, message)
  }

  error(fields: LogFields, message: string): void {
    if (this.#rank <= RANKS.error) this.#open().error(fields, message)
  }

  /** A logger whose lines all carry these fields. */
  child(bindings: Readonly<Record<string, unknown>>): Logger {
    return new Logger(this.#level, () => this.#open().child(bindings))
  }

  #open(): PinoLogger {
    if (typeof this.#pino === 'function') this.#pino = this.#pino()
    return this.#pino
  }
}
