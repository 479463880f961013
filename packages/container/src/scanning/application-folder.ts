import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packageAbove } from './packages'

/**
 * The folder of the application's package.json: the nearest above the first scanned folder, else above the main
 * module, else the working folder.
 */
export function applicationFolder(scanFolders: readonly string[]): string {
  const [first] = scanFolders
  const main = require.main?.filename ?? process.argv[1]
  const from = first === undefined ? main && dirname(main) : folderPath(first)
  return (from === undefined ? undefined : packageAbove(from)) ?? process.cwd()
}

/** A folder given as a path, or as a `file:` address as ES modules know themselves. */
export function folderPath(folder: string): string {
  return resolve(folder.startsWith('file:') ? fileURLToPath(folder) : folder)
}
