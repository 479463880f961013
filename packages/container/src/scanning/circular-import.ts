import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ContainerError } from '../failures/container-error'
import { moduleCircular } from '../failures/start-errors'

/** Explains "Cannot access 'A' before initialization": the modules import each other. Undefined for other errors. */
export function circularImport(error: unknown, file: string): ContainerError | undefined {
  if (!(error instanceof ReferenceError)) return undefined
  const [, className] = /Cannot access '(\w+)' before initialization/.exec(error.message) ?? []
  return className === undefined ? undefined : moduleCircular(file, className, usersIn(error, className), error)
}

/** The classes of the module the error was thrown in: those that use the unfinished one. */
function usersIn(error: Error, className: string): readonly string[] {
  for (const frame of framePaths(error.stack ?? '')) {
    try {
      const declared = [...readFileSync(frame, 'utf8').matchAll(/\bclass\s+(\w+)/g)].map((found) => found[1] as string)
      const users = [...new Set(declared)].filter((name) => name !== className)
      if (users.length > 0 && !declared.includes(className)) return users
    } catch {
      continue
    }
  }
  return []
}

function framePaths(stack: string): readonly string[] {
  return [...stack.matchAll(/(?:\(|at |async )((?:file:\/\/)?\/[^():]+):\d+:\d+/g)]
    .map((found) => found[1] as string)
    .filter((path) => !path.includes('/node_modules/'))
    .map((path) => (path.startsWith('file:') ? fileURLToPath(path) : path))
}
