import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { REPOSITORY } from '../architecture/repository'

const REQUIRED = /^(?:const|var) (\w+) = require\("([^"]+)"\);$/gm
/** Getters keep their form `return tool_1.Tool`: it is the only one in which Node finds the names for ES modules. */
const PART = 'const part = (load) => new Proxy({}, { get: (_, name) => load()[name] });'

/**
 * A door, or another module, as the compiler wrote it, changed so that each part is loaded when it is first asked for, and then takes the place of
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

/** What every start needs nearly whole: behind the doors of these rooms nothing is late, so that it is loaded before the start. */
const LOADED_WHOLE: ReadonlySet<string> = new Set(['container', 'tools'])

/** Changes the main doors of all packages that are built, and in most of them the modules behind the doors too. */
function changeModules(): void {
  const packages = join(REPOSITORY, 'packages')
  for (const room of readdirSync(packages)) {
    const built = join(packages, room, 'dist')
    if (!existsSync(built)) continue
    const files = LOADED_WHOLE.has(room) ? ['index.js'] : readdirSync(built, { recursive: true, encoding: 'utf8' })
    for (const file of files.filter((name) => name.endsWith('.js'))) changeModule(join(built, file))
  }
}

function changeModule(path: string): void {
  const text = readFileSync(path, 'utf8')
  const late = lazyDoor(text)
  if (late !== text) writeFileSync(path, late)
}

if (require.main === module) changeModules()
