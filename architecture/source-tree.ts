import { posix } from 'node:path'
import ts from 'typescript'
import { listFilesIfAny, readText } from './repository'

/** The packages of a workspace and their modules, read without running anything. */
export interface SourceTree {
  readonly packages: readonly SourcePackage[]
  /** By path. */
  readonly modules: ReadonlyMap<string, SourceModule>
}

/** A package under `packages/` or an application under `apps/`. */
export interface SourcePackage {
  /** The folder's name: `container`. */
  readonly room: string
  /** The name in package.json: `@vernal/container`. */
  readonly name: string
  readonly isApplication: boolean
  /** What others may import, to the module behind it: `@vernal/models/openai` → `packages/models/src/openai/index.ts`. */
  readonly doors: ReadonlyMap<string, string>
  /** Packages it may load: dependencies, peers and optional ones. */
  readonly dependencies: readonly string[]
  /** Peers that an application may leave out. */
  readonly optionalPeers: readonly string[]
}

/** One TypeScript file of a package. */
export interface SourceModule {
  /** From the root of the workspace: `packages/tools/src/registry/tool-registry.ts`. */
  readonly path: string
  readonly room: string
  /** `src` or `test`. */
  readonly part: string
  /** The first folder below the part; empty for a file directly in it. */
  readonly folder: string
  readonly imports: readonly SourceImport[]
  readonly source: ts.SourceFile
}

/** One module named by another. */
export interface SourceImport {
  readonly specifier: string
  /** `load` runs it first, `lazy` runs it when it is used, `type` is gone at run time. */
  readonly kind: 'load' | 'lazy' | 'type'
  readonly line: number
}

interface Manifest {
  readonly name: string
  readonly exports?: Record<string, string | Record<string, string>>
  readonly dependencies?: object
  readonly peerDependencies?: object
  readonly peerDependenciesMeta?: Record<string, { readonly optional?: boolean }>
  readonly optionalDependencies?: object
}

/** Reads every package below `root`. */
export function readSourceTree(root: string): SourceTree {
  const files = [...listFilesIfAny(root, 'packages'), ...listFilesIfAny(root, 'apps')]
  const packages = files
    .filter((path) => /^[^/]+\/[^/]+\/package\.json$/.test(path))
    .map((path) => readPackage(root, path))
  const modules = files
    .filter((path) => /^[^/]+\/[^/]+\/(src|test)\/.*\.ts$/.test(path) && !path.includes('/fixtures/'))
    .map((path) => readModule(root, path))
  return { packages, modules: new Map(modules.map((module) => [module.path, module])) }
}

/** The modules people run: those under `src`. */
export const shippedModules = (tree: SourceTree): readonly SourceModule[] =>
  [...tree.modules.values()].filter((module) => module.part === 'src')

/** The modules of packages, without those of applications. */
export const packageModules = (tree: SourceTree): readonly SourceModule[] =>
  shippedModules(tree).filter((module) => module.path.startsWith('packages/'))

/** The module behind a specifier: a sibling file or another package's door; undefined for what is not ours. */
export function resolveImport(tree: SourceTree, from: SourceModule, specifier: string): SourceModule | undefined {
  if (specifier.startsWith('.')) return resolveFile(tree, posix.join(posix.dirname(from.path), specifier))
  const door = tree.packages.map((candidate) => candidate.doors.get(specifier)).find((path) => path !== undefined)
  return door === undefined ? undefined : tree.modules.get(door)
}

/** The package of ours that a specifier names, whether or not there is such a door. */
export const packageOf = (tree: SourceTree, specifier: string): SourcePackage | undefined =>
  tree.packages.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`))

function resolveFile(tree: SourceTree, path: string): SourceModule | undefined {
  return tree.modules.get(path) ?? tree.modules.get(`${path}.ts`) ?? tree.modules.get(`${path}/index.ts`)
}

function readPackage(root: string, path: string): SourcePackage {
  const manifest = JSON.parse(readText(root, path)) as Manifest
  const folder = posix.dirname(path)
  return {
    room: posix.basename(folder),
    name: manifest.name,
    isApplication: folder.startsWith('apps/'),
    doors: readDoors(manifest, folder),
    dependencies: [manifest.dependencies, manifest.peerDependencies, manifest.optionalDependencies].flatMap((list) =>
      Object.keys(list ?? {}),
    ),
    optionalPeers: Object.entries(manifest.peerDependenciesMeta ?? {}).flatMap(([peer, { optional }]) =>
      optional === true ? [peer] : [],
    ),
  }
}

function readDoors(manifest: Manifest, folder: string): ReadonlyMap<string, string> {
  const doors = new Map<string, string>()
  for (const [subpath, target] of Object.entries(manifest.exports ?? {})) {
    const source = typeof target === 'string' ? undefined : target['@vernal/source']
    if (source !== undefined) doors.set(posix.join(manifest.name, subpath), posix.join(folder, source))
  }
  return doors
}

function readModule(root: string, path: string): SourceModule {
  const source = ts.createSourceFile(path, readText(root, path), ts.ScriptTarget.ES2022, true)
  const [, room = '', part = '', ...below] = path.split('/')
  return { path, room, part, folder: below.length > 1 ? (below[0] ?? '') : '', imports: readImports(source), source }
}

function readImports(source: ts.SourceFile): readonly SourceImport[] {
  const imports: SourceImport[] = []
  const visit = (node: ts.Node): void => {
    const found = importAt(node)
    if (found) imports.push({ ...found, line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1 })
    ts.forEachChild(node, visit)
  }
  visit(source)
  return imports
}

function importAt(node: ts.Node): Omit<SourceImport, 'line'> | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
    return named(node.moduleSpecifier, isTypeOnly(node) ? 'type' : 'load')
  }
  if (ts.isImportEqualsDeclaration(node) && ts.isExternalModuleReference(node.moduleReference)) {
    return named(node.moduleReference.expression, node.isTypeOnly ? 'type' : 'load')
  }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return named(node.argument.literal, 'type')
  if (ts.isCallExpression(node) && isLoader(node.expression)) {
    return named(node.arguments[0], isInsideFunction(node) ? 'lazy' : 'load')
  }
  return undefined
}

function named(specifier: ts.Node | undefined, kind: SourceImport['kind']): Omit<SourceImport, 'line'> | undefined {
  return specifier && ts.isStringLiteralLike(specifier) ? { specifier: specifier.text, kind } : undefined
}

const isLoader = (callee: ts.Expression): boolean =>
  callee.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(callee) && callee.text === 'require')

function isTypeOnly(node: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(node)) {
    const clause = node.exportClause
    return node.isTypeOnly || (clause !== undefined && ts.isNamedExports(clause) && allTypes(clause.elements))
  }
  const clause = node.importClause
  if (!clause) return false
  const bindings = clause.namedBindings
  return clause.isTypeOnly || (!clause.name && !!bindings && ts.isNamedImports(bindings) && allTypes(bindings.elements))
}

const allTypes = (elements: readonly (ts.ImportSpecifier | ts.ExportSpecifier)[]): boolean =>
  elements.length > 0 && elements.every((element) => element.isTypeOnly)

function isInsideFunction(node: ts.Node): boolean {
  for (let parent = node.parent; !ts.isSourceFile(parent); parent = parent.parent) {
    if (ts.isFunctionLike(parent)) return true
  }
  return false
}
