import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { CassetteContents, CassetteEntry } from './cassette-entry'
import { writtenChunk } from './cassette-entry'
import { readCassette } from './cassette-reader'

/** Version of the form a cassette is written in. */
const VERSION = 1

/** A file of recorded rounds: YAML, or JSON when its name ends so. */
export class CassetteFile {
  readonly path: string

  constructor(path: string) {
    this.path = path
  }

  /** Whether there is a file. */
  get isThere(): boolean {
    return existsSync(this.path)
  }

  /** @throws {ModelError} `MODEL_CASSETTE_INVALID` with the line of the first mistake */
  read(): CassetteContents {
    return readCassette(readFileSync(this.path, 'utf8'), this.path)
  }

  /** Replaces the file as a whole; whoever reads it sees the old or the new one. */
  write({ entries, tools }: CassetteContents): void {
    const calls = tools.length > 0 ? { tools } : {}
    const document = { version: VERSION, entries: entries.map(written), ...calls }
    const text = this.path.endsWith('.json') ? `${JSON.stringify(document, null, 2)}\n` : yamlText(document)
    mkdirSync(dirname(this.path), { recursive: true })
    const unfinished = `${this.path}.${process.pid}.new`
    writeFileSync(unfinished, text)
    renameSync(unfinished, this.path)
  }
}

/** Data as YAML, long texts in lines. */
export function yamlText(data: object): string {
  const { stringify } = require('yaml') as typeof import('yaml')
  return stringify(data, { lineWidth: 0, aliasDuplicateObjects: false, blockQuote: 'literal' })
}

const written = ({ model, request, answer, stream, failure }: CassetteEntry): object => ({
  ...(model === undefined ? {} : { model }),
  request,
  ...(answer ? { answer } : {}),
  ...(stream ? { stream: stream.map(writtenChunk) } : {}),
  ...(failure ? { failure } : {}),
})
