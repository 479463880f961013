import { dirname, resolve } from 'node:path'
import ts from 'typescript'
import { unreadableProject } from '../cli-error'

/** The settings of a project, as its tsconfig.json has them. */
export interface ProjectSettings {
  readonly options: ts.CompilerOptions
  readonly files: readonly string[]
}

/**
 * Reads a tsconfig.json.
 *
 * @throws {CliError} `CLI_PROJECT_UNREADABLE`
 */
export function readSettings(path: string): ProjectSettings {
  const read: { readonly config?: unknown; readonly error?: ts.Diagnostic } = ts.readConfigFile(path, (file) =>
    ts.sys.readFile(file),
  )
  const { config, error } = read
  if (error !== undefined) throw unreadableProject(path, ts.flattenDiagnosticMessageText(error.messageText, ' '))
  const { options, fileNames, errors } = ts.parseJsonConfigFileContent(config, ts.sys, dirname(resolve(path)))
  const [first] = errors
  if (first !== undefined) throw unreadableProject(path, ts.flattenDiagnosticMessageText(first.messageText, ' '))
  return { options: { ...options, ...READING_OPTIONS }, files: fileNames }
}

/** Nothing is written, and `null` and `undefined` are always seen. */
export const READING_OPTIONS: ts.CompilerOptions = {
  noEmit: true,
  strictNullChecks: true,
  skipLibCheck: true,
  composite: false,
  incremental: false,
}

/** Reads the sources of a project. Mistakes in them are the compiler's business and are not reported. */
export function openProject(path: string): ts.Program {
  const { options, files } = readSettings(path)
  return ts.createProgram({ rootNames: files, options: withoutBuildInfo(options) })
}

function withoutBuildInfo(options: ts.CompilerOptions): ts.CompilerOptions {
  const { tsBuildInfoFile: _, ...others } = options
  return others
}
