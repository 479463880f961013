import type { Logger as PinoLogger } from 'pino'

/** Named values that go with a line of the log. An `Error` under `err` is printed with its stack. */
export type LogFields = object

/** The log of an application. Injectable; lines below the configured level cost next to nothing. */
export class Logger {
  readonly #pino: PinoLogger

  constructor(pino: PinoLogger) {
    this.#pino = pino
  }

  debug(fields: LogFields, message: string): void {
    this.#pino.debug(fields, message)
  }

  info(fields: LogFields, message: string): void {
    this.#pino.info(fields, message)
  }

  warn(fields: LogFields, message: string): void {
    this.#pino.warn(fields, message)
  }

  error(fields: LogFields, message: string): void {
    this.#pino.error(fields, message)
  }

  /** A logger whose lines all carry these fields. */
  child(bindings: Readonly<Record<string, unknown>>): Logger {
    return new Logger(this.#pino.child(bindings))
  }
}
