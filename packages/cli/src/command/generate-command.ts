import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import type ts from 'typescript'
import { generateTools, type GeneratedTools } from '../generate/generate-tools'
import { staleMethods } from '../generate/stale-methods'
import { openProject } from '../project/open-project'
import type { CommandOutput } from './command-output'

/** What `vernal generate` is asked to do. */
export interface GenerateOptions {
  /** The tsconfig.json. */
  readonly project: string
  /** Where the file stands. */
  readonly out: string
}

/** Writes the generated file; leaves it alone when it says the same already. */
export function generateCommand(options: GenerateOptions, output: CommandOutput): void {
  writeGenerated(openProject(options.project), options, output)
}

/** Compares the generated file with the sources. @returns the exit code: 1 when it is stale */
export function checkCommand({ project, out }: GenerateOptions, output: CommandOutput): number {
  const generated = generateTools(openProject(project), out)
  warnOfSkipped(generated, output)
  const stale = staleMethods(existingText(out), generated)
  if (stale.length === 0) {
    output.log(`${nameOf(out)} is up to date: ${countOf(generated)}.`)
    return 0
  }
  output.warn(`${nameOf(out)} is stale; run "vernal generate". It says something else than the sources of:`)
  for (const method of stale) output.warn(`  - ${method}`)
  return 1
}

/** Describes the tools of a program and writes the file. */
export function writeGenerated(program: ts.Program, { out }: GenerateOptions, output: CommandOutput): void {
  const generated = generateTools(program, out)
  warnOfSkipped(generated, output)
  if (existingText(out) !== generated.text) {
    mkdirSync(dirname(out), { recursive: true })
    writeFileSync(out, generated.text)
  }
  output.log(`${nameOf(out)}: ${countOf(generated)}.`)
}

const existingText = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '')

function warnOfSkipped({ skipped }: GeneratedTools, output: CommandOutput): void {
  for (const sentence of skipped) output.warn(`Left out: ${sentence}`)
}

const countOf = ({ hashes }: GeneratedTools): string => `${hashes.size} tool${hashes.size === 1 ? '' : 's'}`

const nameOf = (path: string): string => relative(process.cwd(), path)
