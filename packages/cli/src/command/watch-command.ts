import ts from 'typescript'
import { CliError } from '../cli-error'
import { READING_OPTIONS } from '../project/open-project'
import type { CommandOutput } from './command-output'
import { writeGenerated, type GenerateOptions } from './generate-command'

/** Writes the generated file whenever a source changes, until it is closed. Mistakes are told, and the file is left as it is. */
export function watchCommand(options: GenerateOptions, output: CommandOutput): { close(): void } {
  const ignore = (): void => {}
  const host = ts.createWatchCompilerHost(
    options.project,
    READING_OPTIONS,
    ts.sys,
    ts.createAbstractBuilder,
    ignore,
    ignore,
  )
  host.afterProgramCreate = (builder) => tryToWrite(builder.getProgram(), options, output)
  return ts.createWatchProgram(host)
}

function tryToWrite(program: ts.Program, options: GenerateOptions, output: CommandOutput): void {
  try {
    writeGenerated(program, options, output)
  } catch (error) {
    if (!(error instanceof CliError)) throw error
    output.warn(error.message)
  }
}
