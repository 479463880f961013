import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** The root of this repository. */
export const REPOSITORY = join(__dirname, '..')

const NOT_OURS = new Set(['node_modules', 'dist', 'coverage', '.git'])

/** The paths of all files under `folder` that belong to the repository, relative to `root`, with forward slashes, sorted. */
export function listFiles(root: string, folder = '.'): readonly string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true })
  return entries
    .filter((entry) => !NOT_OURS.has(entry.name))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return listFiles(root, path)
      return entry.isFile() ? [path.replaceAll('\\', '/')] : []
    })
    .sort()
}

/** Like {@link listFiles}, and nothing when the folder is not there. */
export function listFilesIfAny(root: string, folder: string): readonly string[] {
  try {
    return listFiles(root, folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** The text of a file of the repository. */
export const readText = (root: string, path: string): string => readFileSync(join(root, path), 'utf8')

/** A path of this machine as a path of the repository. */
export const repositoryPath = (root: string, path: string): string => relative(root, path).replaceAll('\\', '/')
