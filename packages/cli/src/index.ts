// Running the command line
export { runCommand } from './command/run-command'
export type { CommandOutput } from './command/command-output'

// Describing tools
export { generateTools, type GeneratedTools } from './generate/generate-tools'
export { openProject } from './project/open-project'

// What can go wrong
export { CliError, type CliErrorCode } from './cli-error'
