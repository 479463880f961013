import { isBuiltin } from 'node:module'
import { isOpenToAll, ROOMS, type Floor, type Room } from './rooms'
import {
  packageOf,
  resolveImport,
  shippedModules,
  type SourceImport,
  type SourceModule,
  type SourcePackage,
  type SourceTree,
} from './source-tree'

/** Imports that break the table in `rooms.ts`, each as a sentence with its place. Empty when all is well. */
export function findWrongArrows(tree: SourceTree, rooms: Readonly<Record<string, Room>> = ROOMS): readonly string[] {
  return shippedModules(tree).flatMap((module) => {
    if (module.path.startsWith('apps/')) return []
    const room = rooms[module.room]
    if (!room) return [`${module.path}: the room "${module.room}" is not in architecture/rooms.ts.`]
    return [...unknownFolder(module, room), ...module.imports.flatMap((link) => judge(tree, rooms, module, link))]
  })
}

/** Imports of another package that do not go through one of its doors, or that package.json does not declare. */
export function findClosedDoors(tree: SourceTree): readonly string[] {
  return [...tree.modules.values()].flatMap((module) =>
    module.imports.flatMap((link) => {
      const problem = doorProblem(tree, module, link)
      return problem === undefined ? [] : [`${place(module, link)}: ${problem}`]
    }),
  )
}

/** Error and event files that load something of ours: everyone imports them, so they may import each other and nobody else. */
export function findBusyErrorFiles(tree: SourceTree): readonly string[] {
  return shippedModules(tree)
    .filter((module) => isOpenToAll(module.path))
    .flatMap((module) =>
      module.imports
        .filter((link) => link.kind !== 'type' && isBusy(resolveImport(tree, module, link.specifier)))
        .map(
          (link) => `${place(module, link)}: an error or event file imports "${link.specifier}"; only types may be.`,
        ),
    )
}

const isBusy = (target: SourceModule | undefined): boolean => target !== undefined && !isOpenToAll(target.path)

function judge(
  tree: SourceTree,
  rooms: Readonly<Record<string, Room>>,
  module: SourceModule,
  link: SourceImport,
): readonly string[] {
  const target = resolveImport(tree, module, link.specifier)
  const room = rooms[module.room]
  if (!target || !room) return []
  const problem =
    target.room === module.room ? insideRoom(module, target, link, room) : betweenRooms(module, target, room)
  return problem === undefined ? [] : [`${place(module, link)}: ${problem}`]
}

function betweenRooms(module: SourceModule, target: SourceModule, room: Room): string | undefined {
  if (room.opens.includes(target.room)) return undefined
  if (!room.wiring?.includes(target.room)) return `${module.room} may not import ${target.room}.`
  if (module.folder === 'autoconfigure') return undefined
  return `only ${module.room}'s autoconfigure folder may import ${target.room}.`
}

function insideRoom(module: SourceModule, target: SourceModule, link: SourceImport, room: Room): string | undefined {
  if (link.kind === 'type' || module.folder === target.folder || isOpenToAll(target.path)) return undefined
  if (module.folder === 'testing' || module.path.endsWith('/src/index.ts')) return undefined
  const [from, to] = [height(room, module.folder), height(room, target.folder)]
  if (from > to) return undefined
  if (from < to)
    return `${module.folder || 'a file at the ground'} may not import ${target.folder || 'a file at the roof'}, which is above it.`
  return isApart(room, module.folder) ? `${module.folder} and ${target.folder} do not import each other.` : undefined
}

function doorProblem(tree: SourceTree, module: SourceModule, link: SourceImport): string | undefined {
  if (link.specifier.startsWith('.')) {
    return leavesItsPackage(module, link) ? closed(link, 'reaches into another package') : undefined
  }
  const target = packageOf(tree, link.specifier)
  if (target && !isOpen(target, link)) return closed(link, 'is no door')
  if (module.part !== 'src') return undefined
  const own = tree.packages.find((candidate) => candidate.room === module.room)
  const name = target?.name ?? foreignPackage(link.specifier)
  if (name === undefined || own?.dependencies.includes(name)) return undefined
  if (own?.name === name) return `"${link.specifier}" is the package's own door; import the file.`
  return `package.json of ${own?.name} does not name ${name}.`
}

/** The package of somebody else that a specifier names; undefined for a part of Node. */
function foreignPackage(specifier: string): string | undefined {
  if (isBuiltin(specifier)) return undefined
  const [first = '', second = ''] = specifier.split('/')
  return first.startsWith('@') ? `${first}/${second}` : first
}

const isOpen = (target: SourcePackage, link: SourceImport): boolean =>
  target.doors.has(link.specifier) || link.specifier === `${target.name}/package.json`

function leavesItsPackage(module: SourceModule, link: SourceImport): boolean {
  const steps = link.specifier.split('/').filter((step) => step === '..').length
  return steps > module.path.split('/').length - (module.part === 'src' ? 4 : 3)
}

const closed = (link: SourceImport, what: string): string =>
  `"${link.specifier}" ${what}; import a door of the package.`

function unknownFolder(module: SourceModule, room: Room): readonly string[] {
  if (!Number.isNaN(height(room, module.folder))) return []
  return [`${module.path}: the folder "${module.folder}" has no floor in architecture/rooms.ts.`]
}

/** How high a folder stands; NaN when the table does not know it. */
function height(room: Room, folder: string): number {
  const floor = room.floors.findIndex((candidate) => foldersOf(candidate).includes(folder))
  if (floor >= 0) return floor
  if (folder === '' && room.rootIs === 'ground') return -1
  const above = ['autoconfigure', 'testing', ''].indexOf(folder)
  return above >= 0 ? room.floors.length + above : Number.NaN
}

const foldersOf = (floor: Floor): readonly string[] => ('apart' in floor ? floor.apart : floor)

const isApart = (room: Room, folder: string): boolean =>
  room.floors.some((floor) => 'apart' in floor && floor.apart.includes(folder))

const place = (module: SourceModule, link: SourceImport): string => `${module.path}:${link.line}`
