import type { ChatResponse, Prompt } from '@vernal/chat'
import { cassetteLeftover, cassetteMismatch, cassetteMissing } from '../model-error'
import { entryLabel, type CassetteContents, type CassetteEntry } from './cassette-entry'
import { CassetteFile } from './cassette-file'
import { keyOf } from './comparable-entry'
import { differenceToNearest } from './nearest-entry'
import { ToolSetMemo } from '../tool-set-memo'
import { recordedPrompt, toolLines, type PromptRecording } from './recorded-prompt'
import { recordedFailure } from './recorded-failure'
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
  /** Writes how it failed, where that is worth keeping. */
  fail(error: unknown, chunks?: readonly ChatResponse[]): void
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
  #missedCall: Error | undefined
  #playsTools = false
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

  /** Says that results of tools are asked for, so that those left over are told. */
  playTools(): void {
    this.#playsTools = true
  }

  /**
   * The recorded result of a tool call, else that of running it, which is recorded. Equal calls get their results in the
   * order they were recorded, each once.
   *
   * @throws {ModelError} `MODEL_CASSETTE_MISMATCH` when nothing may be recorded; what the tool throws or threw
   */
  async toolResult(name: string, args: unknown, run: () => Promise<unknown>): Promise<unknown> {
    this.playTools()
    const recorded = this.#tools.play(name, args)
    if (recorded) return resultOf(recorded)
    if (!this.records) {
      this.#hasMissed = true
      const call = callLabel(name, this.#redaction.data(sortedKeys(args)))
      this.#missedCall ??= cassetteMismatch(this.#file.path, `It is the ${call}`)
      throw this.#missedCall
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
   * Says what was recorded and not asked for, tool calls as well where their results are given. Silent when a request was not found, since what follows from it is no news.
   *
   * @throws {ModelError} `MODEL_CASSETTE_LEFTOVER` when the cassette is only replayed
   */
  close(): void {
    if (this.records || this.#hasMissed) return
    const left = this.#slots.flatMap(({ entry, isPlayed }, index) =>
      isPlayed || !entry ? [] : [entryLabel(entry, index)],
    )
    const calls = this.#playsTools ? this.#tools.left : []
    this.#hasMissed = true
    const all = [...left, ...calls.map((call) => callLabel(call.name, call.arguments))]
    if (all.length > 0) throw cassetteLeftover(this.#file.path, all)
  }

  #open(asked: CassetteEntry, key: string): OpenEntry {
    const slot: Slot = { entry: undefined, key, isPlayed: true }
    this.#slots.push(slot)
    const complete = (answer: Pick<CassetteEntry, 'answer' | 'stream' | 'failure'>): void => {
      slot.entry = this.#redaction.data({ ...asked, ...withoutTrace(answer) })
      this.#write()
    }
    return {
      complete,
      fail: (error, chunks) => {
        const failure = recordedFailure(error)
        // What may pass is asked again next time, unless everything was to be recorded.
        if (!failure || (failure.isRetryable && this.#mode === 'auto')) return
        complete(chunks ? { stream: chunks, failure } : { failure })
      },
    }
  }

  #write(): void {
    this.#file.write({ entries: this.#slots.flatMap(({ entry }) => entry ?? []), tools: this.#tools.calls })
  }

  /** A call without a result changes every later request, so it is what there is to tell. */
  #mismatch(asked: CassetteEntry, key: string): Error {
    this.#hasMissed = true
    if (this.#missedCall) return this.#missedCall
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
  failure,
}: Omit<CassetteEntry, 'model' | 'request'>): Omit<CassetteEntry, 'model' | 'request'> {
  return {
    ...(answer ? { answer: plain(answer) } : {}),
    ...(stream ? { stream: stream.map(plain) } : {}),
    ...(failure ? { failure } : {}),
  }
}

function plain(response: ChatResponse): ChatResponse {
  const { extra, ...metadata } = response.metadata
  const { requestId: _id, rateLimits: _limits, ...kept } = extra ?? {}
  const copy = { ...response, metadata: Object.keys(kept).length > 0 ? { ...metadata, extra: kept } : metadata }
  return JSON.parse(JSON.stringify(copy)) as ChatResponse
}

const callLabel = (name: string, args: unknown): string => `tool call: ${name} ${JSON.stringify(args)}`

/** What a mode comes to. */
export function effectiveMode(mode: CassetteMode, isThere: boolean): 'record' | 'replay' | 'auto' {
  if (mode === 'record' || mode === 'replay') return mode
  if (isCi()) return 'replay'
  return mode === 'auto' ? 'auto' : isThere ? 'replay' : 'record'
}

const isCi = (): boolean => !['', 'false', '0'].includes((process.env.CI ?? '').toLowerCase())
