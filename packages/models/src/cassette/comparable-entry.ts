import { isStreamed, type CassetteEntry } from './cassette-entry'
import { yamlText } from './cassette-file'
import type { RecordedPrompt } from './recorded-prompt'
import { sortedKeys } from './sorted-keys'

/** What requests are compared by. */
export const keyOf = (entry: CassetteEntry): string => JSON.stringify(sortedKeys(comparable(entry)))

/** The same for people. */
export const comparableText = (entry: CassetteEntry): string => yamlText(comparable(entry))

const comparable = (entry: CassetteEntry): { model?: string; kind: string } & RecordedPrompt => ({
  ...(entry.model === undefined ? {} : { model: entry.model }),
  kind: isStreamed(entry) ? 'stream' : 'call',
  ...entry.request,
})
