import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { CliError, wrongUsage } from '../cli-error'
import { checkCommand, generateCommand, type CommandOutput } from './generate-command'
import { watchCommand } from './watch-command'

const HELP = `Usage: vernal generate [options]

Describes the @Tool methods of a project from their TypeScript signatures and doc comments, in one source file.

  --project <path>   the tsconfig.json (default: tsconfig.json)
  --out <path>       the file; tools in its folder and below are described (default: src/vernal-tools.generated.ts)
  --check            write nothing; exit with 1 when the file is stale, and name the methods
  --watch            write the file again whenever a source changes`

/**
 * Runs a command line.
 *
 * @param args without the name of the program: `['generate', '--check']`
 * @returns the exit code: 0, or 1 when something is wrong or stale
 */
export function runCommand(args: readonly string[], output: CommandOutput): number {
  try {
    return dispatch(args, output)
  } catch (error) {
    if (!(error instanceof CliError)) throw error
    output.warn(error.message)
    return 1
  }
}

function dispatch(args: readonly string[], output: CommandOutput): number {
  const { positionals, values } = parsed(args)
  const [command, ...others] = positionals
  if (values.help || command === undefined) {
    output.log(HELP)
    return 0
  }
  if (command !== 'generate') throw wrongUsage(`There is no command "${command}".`)
  if (others.length > 0) throw wrongUsage(`"${others.join(' ')}" means nothing to vernal generate.`)
  const options = { project: resolve(values.project), out: resolve(values.out) }
  if (values.check) return checkCommand(options, output)
  if (values.watch) watchCommand(options, output)
  else generateCommand(options, output)
  return 0
}

function parsed(args: readonly string[]): ReturnType<typeof parse> {
  try {
    return parse(args)
  } catch (error) {
    throw wrongUsage(error instanceof Error ? error.message : String(error))
  }
}

const parse = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      project: { type: 'string', default: 'tsconfig.json' },
      out: { type: 'string', default: 'src/vernal-tools.generated.ts' },
      check: { type: 'boolean', default: false },
      watch: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
