/**
 * Which way the arrows go: the rooms of the workspace, and the folders within each.
 *
 * `opens` names the rooms whose doors a room may import. `wiring` names rooms that only its `autoconfigure` folder may
 * import. `floors` lists the folders of `src`, lowest first: a folder imports from its own floor and from those below.
 * Folders on a floor that is marked `apart` do not import each other. Imports that only name types may go any way
 * between the folders of one room, never between rooms.
 *
 * In every room `autoconfigure` comes last, `testing` may import everything but is imported by nobody, files directly in
 * `src` are the roof unless the table says that they are the ground, and the files named in {@link isOpenToAll} may be imported from everywhere because they import
 * nothing of ours.
 */
export const ROOMS: Readonly<Record<string, Room>> = {
  container: {
    opens: [],
    floors: [
      ['failures'],
      ['beans', 'config'],
      ['conditions', 'logging'],
      ['interception', 'scanning'],
      ['autoconfigure', 'lifecycle'],
    ],
  },
  tools: {
    opens: [],
    wiring: ['container'],
    // A callback calls the gate, whoever holds it: the registry stands on the execution.
    floors: [['definition', 'schema'], ['execution', 'policy'], ['registry'], ['search']],
  },
  chat: {
    opens: ['tools'],
    wiring: ['container'],
    floors: [['messages'], ['model'], ['loop'], ['memory'], ['advisors'], ['client'], ['agent']],
  },
  models: {
    opens: ['tools', 'chat'],
    wiring: ['container'],
    // What models have in common lies directly in `src`.
    rootIs: 'ground',
    floors: [{ apart: ['openai', 'ai-sdk', 'offline', 'fallback', 'cassette'] }],
  },
  // Reads sources through the compiler, and looks at applications; an application never loads it.
  cli: { opens: ['container', 'tools'], floors: [['project'], ['types'], ['generate'], ['application'], ['command']] },
  vernal: { opens: ['container', 'tools', 'chat', 'models'], floors: [] },
}

/** One package and what it may import. */
export interface Room {
  readonly opens: readonly string[]
  readonly wiring?: readonly string[]
  /** Whether files directly in `src` stand on all folders, or all folders on them. Default `roof`. */
  readonly rootIs?: 'roof' | 'ground'
  readonly floors: readonly Floor[]
}

/** Folders of the same height. */
export type Floor = readonly string[] | { readonly apart: readonly string[] }

/** Whether a file may be imported from every folder of its room: the room's error file, or an event file. */
export const isOpenToAll = (path: string): boolean =>
  /\/src\/(failures\/)?[a-z-]*errors?\.ts$|[/-]event\.ts$/.test(path)
