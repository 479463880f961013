import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A folder for one test, removed by {@link Workspace.remove}. */
export class Workspace {
  readonly folder = mkdtempSync(join(tmpdir(), 'vernal-'))

  constructor(files: Readonly<Record<string, string | Buffer>> = {}) {
    for (const [name, text] of Object.entries(files)) this.write(name, text)
  }

  write(name: string, text: string | Buffer): string {
    const path = join(this.folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    return path
  }

  path(name: string): string {
    return join(this.folder, name)
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }

  [Symbol.dispose](): void {
    this.remove()
  }
}

/** Runs a check with a folder that holds the given files. */
export async function inFolder(
  files: Readonly<Record<string, string>>,
  check: (workspace: Workspace) => void | Promise<void>,
): Promise<void> {
  const workspace = new Workspace(files)
  try {
    await check(workspace)
  } finally {
    workspace.remove()
  }
}
