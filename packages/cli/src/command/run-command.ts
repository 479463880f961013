import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { ApplicationPicture } from '../application/application-picture'
import { seeApplication } from '../application/see-application'
import { CliError, wrongUsage } from '../cli-error'
import type { CommandOutput } from './command-output'
import { HELP } from './help'
import { listTools, searchTools } from './tools-command'

/**
 * Runs a command line.
 *
 * @param args without the name of the program: `['generate', '--check']`
 * @returns the exit code: 0, or 1 when something is wrong or stale, or nothing was found
 */
export async function runCommand(args: readonly string[], output: CommandOutput): Promise<number> {
  try {
    return await dispatch(args, output)
  } catch (error) {
    if (!(error instanceof CliError)) throw error
    output.warn(error.message)
    return 1
  }
}

async function dispatch(args: readonly string[], output: CommandOutput): Promise<number> {
  const { positionals, values } = parsed(args)
  const [command] = positionals
  if (values.help || command === undefined) {
    output.log(HELP)
    return 0
  }
  const run = COMMANDS[command]
  if (run === undefined) throw wrongUsage(`There is no command "${command}".`)
  return run(positionals.slice(1), values, output)
}

type Values = ReturnType<typeof parse>['values']

type Command = (words: readonly string[], values: Values, output: CommandOutput) => number | Promise<number>

const COMMANDS: Readonly<Record<string, Command>> = Object.assign(Object.create(null) as object, {
  generate: runGenerate,
  tools: runTools,
  config: runConfig,
  conditions: runConditions,
})

function runGenerate(words: readonly string[], values: Values, output: CommandOutput): number {
  noMoreWords('vernal generate', words)
  const { checkCommand, generateCommand } = require('./generate-command') as typeof import('./generate-command')
  const options = { project: resolve(values.project), out: resolve(values.out) }
  if (values.check) return checkCommand(options, output)
  if (values.watch) {
    const { watchCommand } = require('./watch-command') as typeof import('./watch-command')
    watchCommand(options, output)
  } else generateCommand(options, output)
  return 0
}

async function runTools([verb, ...words]: readonly string[], values: Values, output: CommandOutput): Promise<number> {
  const { index, max, json } = values
  const options = { index, max, json }
  const query = words.join(' ').trim()
  switch (verb) {
    case 'list':
      noMoreWords('vernal tools list', words)
      return listTools(await application(values), options, output)
    case 'search':
      if (query === '') throw wrongUsage('What is searched for is missing: vernal tools search "convert currency".')
      return searchTools(query, await application(values), options, output)
    default:
      throw wrongUsage(`"vernal tools ${verb ?? ''}" is no command: list and search are.`)
  }
}

async function runConfig(words: readonly string[], values: Values, output: CommandOutput): Promise<number> {
  if (words.join(' ') !== 'schema') throw wrongUsage(`"vernal config ${words.join(' ')}" is no command: schema is.`)
  const { configurationSchema } = await application(values)
  output.log(JSON.stringify(configurationSchema, undefined, 2))
  return 0
}

async function runConditions(words: readonly string[], values: Values, output: CommandOutput): Promise<number> {
  noMoreWords('vernal conditions', words)
  output.log((await application(values)).conditions)
  return 0
}

const application = ({ entry }: Values): Promise<ApplicationPicture> => seeApplication(process.cwd(), entry)

function noMoreWords(command: string, words: readonly string[]): void {
  if (words.length > 0) throw wrongUsage(`"${words.join(' ')}" means nothing to ${command}.`)
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
      entry: { type: 'string' },
      index: { type: 'string' },
      max: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
