/** Where a command writes its lines. */
export interface CommandOutput {
  readonly log: (line: string) => void
  readonly warn: (line: string) => void
}
