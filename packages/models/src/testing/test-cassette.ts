import { createHash } from 'node:crypto'
import { basename, dirname, join } from 'node:path'
import type { ChatModel } from '@vernal/chat'
import type { CassetteOptions } from '../cassette/cassette'
import { CassetteChatModel } from '../cassette/cassette-chat-model'
import { optionInvalid } from '../model-error'

/**
 * A model for the running test of jest (or vitest): recorded when there is no cassette, replayed ever after. The file is named after
 * the test: `__cassettes__/<file>/<test>.yaml` beside it.
 *
 * ```ts
 * await using model = testCassette(() => new OpenAiChatModel({ model: 'gpt-4.1-mini', apiKey: process.env.OPENAI_API_KEY }))
 * ```
 *
 * @param make makes the model when something is recorded; not called in CI
 * @throws {ModelError} `MODEL_OPTION_INVALID` outside of a test, `MODEL_CASSETTE_MISSING` and `MODEL_CASSETTE_INVALID`
 */
export function testCassette(make: () => ChatModel, options: Omit<CassetteOptions, 'path'> = {}): CassetteChatModel {
  return new CassetteChatModel({ cassette: { mode: 'once', ...options, path: cassettePath() }, model: make })
}

/** What jest and vitest tell about the running test. */
interface RunningTest {
  readonly testPath?: string
  readonly currentTestName?: string
}

function cassettePath(): string {
  const { expect } = globalThis as { expect?: { getState?: () => RunningTest } }
  const { testPath, currentTestName } = expect?.getState?.() ?? {}
  if (!testPath || !currentTestName) throw optionInvalid('path', undefined, 'Call testCassette within a test of jest')
  return join(
    dirname(testPath),
    '__cassettes__',
    basename(testPath).replace(/\.[jt]sx?$/, ''),
    `${slug(currentTestName)}.yaml`,
  )
}

/** Letters and digits of the name; a long one ends in its fingerprint. */
function slug(name: string): string {
  const words = name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  const fingerprint = createHash('sha256').update(name).digest('hex').slice(0, 8)
  return words.length > 80 ? `${words.slice(0, 70)}-${fingerprint}` : words
}
