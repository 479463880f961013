import { resolveImport, type SourceModule, type SourceTree } from './source-tree'

/**
 * Doors that load an optional peer as soon as they are opened, so that whoever has not installed it cannot open them. A door
 * that is named after its technology (`./postgres`) is the exception: whoever opens it wants the peer.
 */
export function findEagerPeers(tree: SourceTree): readonly string[] {
  return tree.packages.flatMap((own) =>
    [...own.doors].flatMap(([door, path]) => {
      const module = tree.modules.get(path)
      const peers = own.optionalPeers.filter((peer) => !isNamedAfter(door, peer))
      return module ? peersLoadedBy(tree, module, peers).map((found) => `${door} ${found}`) : []
    }),
  )
}

/** `@vernal/stores/postgres` is named after `postgres`; which packages a technology needs is for its own folder to say. */
const isNamedAfter = (door: string, peer: string): boolean =>
  door.split('/').some((step) => step.length > 1 && peer.replace(/^@[^/]+\//, '').includes(step))

function peersLoadedBy(tree: SourceTree, door: SourceModule, peers: readonly string[]): readonly string[] {
  const found: string[] = []
  const seen = new Set<SourceModule>()
  const visit = (module: SourceModule): void => {
    if (seen.has(module)) return
    seen.add(module)
    for (const { specifier, line } of module.imports.filter((link) => link.kind === 'load')) {
      const next = resolveImport(tree, module, specifier)
      if (next?.room === door.room) visit(next)
      const peer = peers.find((name) => specifier === name || specifier.startsWith(`${name}/`))
      if (peer !== undefined) found.push(`loads ${peer} at ${module.path}:${line}; load it on first use.`)
    }
  }
  visit(door)
  return found
}
