import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The packages whose tests hold files of cases. Each file stands once, with the room it is about. */
const ROOMS = ['container', 'tools', 'chat', 'vernal'] as const

/** The areas of cases there are files of, by room. */
const AREAS: Readonly<Record<(typeof ROOMS)[number], readonly string[]>> = {
  container: ['config', 'container'],
  tools: ['args', 'results', 'schema'],
  chat: ['memory'],
  vernal: ['wire-nonstream', 'wire-stream', 'provider-quirk', 'abort-timeout', 'loop', 'search', 'security'],
}

/** A case of any area. */
export interface AnyCase {
  readonly id: string
  readonly area: string
}

/** The cases of an area. */
export function readCases<T extends AnyCase>(area: string): readonly T[] {
  const room = ROOMS.find((each) => AREAS[each].includes(area))
  if (room === undefined) throw new Error(`There is no file of cases for the area ${area}.`)
  return JSON.parse(readFileSync(join(REPOSITORY, 'packages', room, 'test/cases', `${area}.json`), 'utf8')) as T[]
}

/** Every case there is. */
export const allCases = (): readonly AnyCase[] =>
  ROOMS.flatMap((room) => AREAS[room]).flatMap((area) => readCases(area))

/** The root of the repository. */
export const REPOSITORY = join(__dirname, '../../../..')

/** Which tests run which cases, and which cases, or variants of them (`id#0`), are not run, with the reason. */
export const MANIFEST = JSON.parse(readFileSync(join(__dirname, 'manifest.json'), 'utf8')) as {
  readonly runs: Readonly<Record<string, readonly string[]>>
  readonly notRun: Readonly<Record<string, string>>
}

/** The cases a test file says it runs. */
export const casesRunBy = (file: string): readonly string[] => MANIFEST.runs[file] ?? []
