/** The stable codes of {@link CliError}. */
export type CliErrorCode = 'CLI_USAGE_WRONG' | 'CLI_PROJECT_UNREADABLE' | 'CLI_SIGNATURE_WITHOUT_SCHEMA'

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
