import type { LoggingProperties } from '../config/container-properties'
import { Logger } from './logger'
import type { SecretTexts } from './secret-texts'
import { formatLine } from './text-line'

/** Names of fields that are never written. */
const REDACTED = [
  'password',
  'passwd',
  'secret',
  'token',
  'apiKey',
  'api_key',
  'accessToken',
  'authorization',
  'cookie',
]

/** Makes the logger of an application. It writes to stderr, so that stdout is left to the program. */
export function createLogger(
  { level, format }: Pick<LoggingProperties, 'level' | 'format'>,
  isProduction: boolean,
  secrets: SecretTexts,
): Logger {
  const isText = (format ?? (isProduction ? 'json' : 'text')) === 'text'
  const write = (line: string): void => {
    process.stderr.write(secrets.mask(isText ? formatLine(line) : line))
  }
  return new Logger(level, () => {
    // Loaded with the first line: a silent test does not pay for it.
    const { pino, stdSerializers } = require('pino') as typeof import('pino')
    const redact = { paths: REDACTED.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '******' }
    const serializers = { err: stdSerializers.err, error: stdSerializers.err }
    return pino({ level, redact, serializers, base: null }, { write })
  })
}
