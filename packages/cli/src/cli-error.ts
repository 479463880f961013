/** The stable codes of {@link CliError}. */
export type CliErrorCode =
  | 'CLI_USAGE_WRONG'
  | 'CLI_PROJECT_UNREADABLE'
  | 'CLI_SIGNATURE_WITHOUT_SCHEMA'
  | 'CLI_TAG_INVALID'
  | 'CLI_ENTRY_MISSING'
  | 'CLI_LOADER_MISSING'
  | 'CLI_APPLICATION_UNSEEN'
  | 'CLI_INDEX_NEEDS_MODEL'

/** Why a command could not do its work. The message says what, where and what to do. */
export class CliError extends Error {
  override readonly name = 'CliError'

  constructor(
    /** Stable; callers test this and not the text. */
    readonly code: CliErrorCode,
    problem: string,
    /** What to do about it. */
    readonly action: string,
    options?: ErrorOptions,
  ) {
    super(`${problem} ${action}`, options)
  }
}

/** A command or one of its options is not known. */
export const wrongUsage = (problem: string): CliError => new CliError('CLI_USAGE_WRONG', problem, 'See vernal --help.')

/** The tsconfig.json is missing or has mistakes. */
export const unreadableProject = (path: string, problem: string): CliError =>
  new CliError('CLI_PROJECT_UNREADABLE', `The project ${path} cannot be read: ${problem}`, 'Name it with --project.')

/** Signatures of tools have types no JSON can carry. */
export const signatureWithoutSchema = (problems: readonly string[]): CliError =>
  new CliError(
    'CLI_SIGNATURE_WITHOUT_SCHEMA',
    `These parameters cannot be described to a model:\n${problems.map((problem) => `  - ${problem}`).join('\n')}\n`,
    'Change the type, or say what the model may send: @ToolParam({ schema: z.… }).',
  )

/** Tags in doc comments of tools are misspelt, have no usable value, or are about another type. */
export const invalidTags = (faults: readonly string[]): CliError =>
  new CliError(
    'CLI_TAG_INVALID',
    `These tags say nothing to a model:\n${faults.map((fault) => `  - ${fault}`).join('\n')}\n`,
    'Correct them, or describe the parameter with @ToolParam.',
  )

/** The file that starts the application is not where it is looked for. */
export const entryMissing = (folder: string, named: string | undefined): CliError =>
  new CliError(
    'CLI_ENTRY_MISSING',
    named === undefined
      ? `${folder} has no src/main.ts and no other usual file that starts an application.`
      : `There is no file ${named} in ${folder}.`,
    'Name the file that calls run() with --entry.',
  )

/** The application is written in TypeScript, and nothing that runs TypeScript is installed. */
export const loaderMissing = (entry: string): CliError =>
  new CliError(
    'CLI_LOADER_MISSING',
    `${entry} is TypeScript, and neither ts-node, @swc-node/register nor tsx is installed beside it.`,
    'Install one of them, or build the application and name its JavaScript with --entry.',
  )

/** The program of the application failed or ended before `run` had planned its beans. */
export const applicationUnseen = (entry: string, reason: string): CliError =>
  new CliError(
    'CLI_APPLICATION_UNSEEN',
    `The application of ${entry} could not be read: ${reason}\n`,
    'The file must start without arguments and call run(); --entry names another.',
  )

/** Searching by meaning would call an embedding model. */
export const indexNeedsModel = (type: string): CliError =>
  new CliError(
    'CLI_INDEX_NEEDS_MODEL',
    `The ${type} index embeds every tool, which calls a model; vernal tools calls none.`,
    'Search with --index keyword or --index regex.',
  )
