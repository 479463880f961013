import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { REPOSITORY } from '../architecture/repository'

const REQUIRED = /^var (\w+) = require\("([^"]+)"\);$/gm
/** Getters keep their form `return tool_1.Tool`: it is the only one in which Node finds the names for ES modules. */
const PART = 'const part = (load) => new Proxy({}, { get: (_, name) => load()[name] });'

/**
 * A door as the compiler wrote it, changed so that each part is loaded when it is first asked for, and then takes the place of
 * what loaded it, so that it costs nothing more. What is loaded for its effects alone is still loaded at once. Lines stay where
 * they are; a door that was changed before stays as it is.
 */
export function lazyDoor(text: string): string {
  const changed = text.replace(
    REQUIRED,
    (_, name: string, path: string) => `var ${name} = part(() => (${name} = require("${path}")));`,
  )
  return changed === text ? text : changed.replace('"use strict";', `"use strict"; ${PART}`)
}

/** Changes the main doors of all packages that are built; the others are small, or looked at as a whole. */
function changeDoors(): void {
  const packages = join(REPOSITORY, 'packages')
  for (const room of readdirSync(packages)) {
    const door = join(packages, room, 'dist', 'index.js')
    if (!existsSync(door)) continue
    const text = readFileSync(door, 'utf8')
    const lazy = lazyDoor(text)
    if (lazy !== text) writeFileSync(door, lazy)
  }
}

if (require.main === module) changeDoors()
