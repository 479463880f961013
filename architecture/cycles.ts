import { resolveImport, shippedModules, type SourceTree } from './source-tree'

/** Circles of modules that load each other, each as `a.ts → b.ts → a.ts`. Types and lazy loads make no circle. */
export function findCycles(tree: SourceTree): readonly string[] {
  const state = new Map<string, 'open' | 'done'>()
  const cycles: string[] = []
  const visit = (path: string, trail: readonly string[]): void => {
    if (state.get(path) === 'done') return
    if (state.get(path) === 'open') {
      cycles.push([...trail.slice(trail.indexOf(path)), path].join(' → '))
      return
    }
    state.set(path, 'open')
    for (const next of loadedBy(tree, path)) visit(next, [...trail, path])
    state.set(path, 'done')
  }
  for (const module of shippedModules(tree)) visit(module.path, [])
  return cycles
}

function loadedBy(tree: SourceTree, path: string): readonly string[] {
  const module = tree.modules.get(path)
  if (!module) return []
  return module.imports
    .filter((link) => link.kind === 'load')
    .flatMap((link) => resolveImport(tree, module, link.specifier)?.path ?? [])
    .filter((target) => target !== path)
}
