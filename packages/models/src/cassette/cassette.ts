import type { ChatResponse, Prompt } from '@vernal/chat'
import { cassetteLeftover, cassetteMismatch, cassetteMissing } from '../model-error'
import { entryLabel, type CassetteContents, type CassetteEntry } from './cassette-entry'
import { CassetteFile } from './cassette-file'
import { keyOf } from './comparable-entry'
import { differenceToNearest } from './nearest-entry'
import { ToolSetMemo } from '../tool-set-memo'
import { recordedPrompt, toolLines, type PromptRecording } from './recorded-prompt'
import { RecordedTools, resultOf } from './recorded-tools'
import { Redaction, type RedactionOptions } from './redaction'
import { sortedKeys } from './sorted-keys'

/**
 * `record` asks the model and replaces the file; `replay` asks nobody; `auto` replays what is there and records what is not;
 * `once` records when there is no file, and replays when there is.
 */
export type CassetteMode = 'record' | 'replay' | 'auto' | 'once'

/** Which file a {@link Cassette} is, and what is done with it. */
export interface CassetteOptions {
  /** The file, YAML or, when it ends in `.json`, JSON. Its folder is made when something is recorded. */
  readonly path: string
  /** Default `auto`. In CI (the variable `CI` is set, to anything but `false`) `auto` and `once` only replay. */
  readonly mode?: CassetteMode | undefined
  /** What is replaced in everything that is written and compared. */
  readonly redact?: RedactionOptions | undefined
  /** Names of `ChatOptions` that may differ between recording and replay. Default none. */
  readonly ignoredOptions?: readonly string[] | undefined
}

/** A round that is being recorded: its place is kept in the order of the requests. */
export interface OpenEntry {
  /** Writes what the model answered. */
  complete(answer: Pick<CassetteEntry, 'answer' | 'stream'>): void
}

interface Slot {
  entry: CassetteEntry | undefined
  readonly key: string
  isPlayed: boolean
}

/** Recorded rounds of one or several models, in one file. Any number of requests may run at once. */
export class Cassette {
  readonly #file: CassetteFile
  readonly #redaction: Redaction
  readonly #recording: PromptRecording
  readonly #slots: Slot[]
  readonly #mode: 'record' | 'replay' | 'auto'
  readonly #tools: RecordedTools
  #hasMissed = false

  /** @throws {ModelError} `MODEL_CASSETTE_MISSING`, `MODEL_CASSETTE_INVALID` */
  constructor({ path, mode = 'auto', redact, ignoredOptions = [] }: CassetteOptions) {
    this.#file = new CassetteFile(path)
    this.#redaction = new Redaction(redact)
    this.#recording = { ignored: new Set(ignoredOptions), tools: new ToolSetMemo(toolLines) }
    this.#mode = effectiveMode(mode, this.#file.isThere)
    if (this.#mode === 'replay' && !this.#file.isThere) throw cassetteMissing(path)
    const { entries, tools } = this.#mode === 'record' || !this.#file.isThere ? NOTHING : this.#file.read()
    this.#tools = new RecordedTools(tools, this.#redaction)
    this.#slots = entries.map((entry) => ({ entry, key: keyOf(this.#redaction.data(entry)), isPlayed: false }))
  }

  /** Whether a model may be asked. */
  get records(): boolean {
    return this.#mode !== 'replay'
  }

  /**
   * The next recorded answer to a request, or a place to record one. Equal requests get their answers in the order they were
   * recorded, each once.
   *
   * @throws {ModelError} `MODEL_CASSETTE_MISMATCH` with the nearest request that was recorded, when nothing may be recorded
   */
  find(
    prompt: Prompt,
    kind: { readonly model: string | undefined; readonly streaming: boolean },
  ): CassetteEntry | OpenEntry {
    const request = this.#redaction.data(recordedPrompt(prompt, this.#recording))
    const asked: CassetteEntry = {
      ...(kind.model === undefined ? {} : { model: kind.model }),
      request,
      ...(kind.streaming ? { stream: [] } : {}),
    }
    const key = keyOf(asked)
    const slot = this.#slots.find((one) => !one.isPlayed && one.entry !== undefined && one.key === key)
    if (slot?.entry) {
      slot.isPlayed = true
      return slot.entry
    }
    if (!this.records) throw this.#mismatch(asked, key)
    return this.#open(asked, key)
  }

  /**
   * The recorded result of a tool call, else that of running it, which is recorded. Equal calls get their results in the
   * order they were recorded, each once.
   *
   * @throws {ModelError} `MODEL_CASSETTE_MISMATCH` when nothing may be recorded; what the tool throws or threw
   */
  async toolResult(name: string, args: unknown, run: () => Promise<unknown>): Promise<unknown> {
    const recorded = this.#tools.play(name, args)
    if (recorded) return resultOf(recorded)
    if (!this.records) {
      this.#hasMissed = true
      const call = `${name} ${JSON.stringify(this.#redaction.data(sortedKeys(args)))}`
      throw cassetteMismatch(this.#file.path, `It is the tool call: ${call}`)
    }
    try {
      return await this.#tools.record(name, args, run)
    } finally {
      this.#write()
    }
  }

  /** Whether a model kept to formats of its own accord in recorded requests like this one. */
  keptResponseFormat(model: string | undefined, hasTools: boolean): boolean {
    return this.#slots.some(({ entry }) => {
      const { options, tools } = entry?.request ?? {}
      return (
        entry?.model === model &&
        options !== undefined &&
        'responseFormat' in options &&
        (tools !== undefined) === hasTools
      )
    })
  }

  /**
   * Says what was recorded and not asked for. Silent when a request was not found, since what follows from it is no news.
   *
   * @throws {ModelError} `MODEL_CASSETTE_LEFTOVER` when the cassette is only replayed
   */
  close(): void {
    if (this.records || this.#hasMissed) return
    const left = this.#slots.flatMap(({ entry, isPlayed }, index) =>
      isPlayed || !entry ? [] : [entryLabel(entry, index)],
    )
    this.#hasMissed = true
    if (left.length > 0) throw cassetteLeftover(this.#file.path, left)
  }

  #open(asked: CassetteEntry, key: string): OpenEntry {
    const slot: Slot = { entry: undefined, key, isPlayed: true }
    this.#slots.push(slot)
    return {
      complete: (answer) => {
        slot.entry = this.#redaction.data({ ...asked, ...withoutTrace(answer) })
        this.#write()
      },
    }
  }

  #write(): void {
    this.#file.write({ entries: this.#slots.flatMap(({ entry }) => entry ?? []), tools: this.#tools.calls })
  }

  #mismatch(asked: CassetteEntry, key: string): Error {
    this.#hasMissed = true
    const again = this.#slots.findIndex((slot) => slot.key === key)
    const unplayed = this.#slots.map(({ entry, isPlayed }) => (isPlayed ? undefined : entry))
    const difference =
      again >= 0
        ? `It was recorded, and all its answers were given: entry ${again + 1}.`
        : differenceToNearest(asked, unplayed)
    return cassetteMismatch(this.#file.path, difference)
  }
}

const NOTHING: CassetteContents = { entries: [], tools: [] }

/** Without the ids of requests and the limits of the account, which help nobody later. */
function withoutTrace({
  answer,
  stream,
}: Pick<CassetteEntry, 'answer' | 'stream'>): Pick<CassetteEntry, 'answer' | 'stream'> {
  return { ...(answer ? { answer: plain(answer) } : {}), ...(stream ? { stream: stream.map(plain) } : {}) }
}

function plain(response: ChatResponse): ChatResponse {
  const { extra, ...metadata } = response.metadata
  const { requestId: _id, rateLimits: _limits, ...kept } = extra ?? {}
  const copy = { ...response, metadata: Object.keys(kept).length > 0 ? { ...metadata, extra: kept } : metadata }
  return JSON.parse(JSON.stringify(copy)) as ChatResponse
}

/** What a mode comes to. */
export function effectiveMode(mode: CassetteMode, isThere: boolean): 'record' | 'replay' | 'auto' {
  if (mode === 'record' || mode === 'replay') return mode
  if (isCi()) return 'replay'
  return mode === 'auto' ? 'auto' : isThere ? 'replay' : 'record'
}

const isCi = (): boolean => !['', 'false', '0'].includes((process.env.CI ?? '').toLowerCase())
