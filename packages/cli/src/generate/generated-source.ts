import { dirname, relative, sep } from 'node:path'
import { outlineHash } from '@vernal/tools'
import ts from 'typescript'
import type { ToolClass } from '../project/tool-methods'
import { exportNameOf } from '../project/export-name'
import type { DescribedMethod } from './described-method'
import { literal } from './literal'

/** A class and what is known of its tools. */
export interface DescribedClass {
  readonly type: ToolClass
  readonly methods: readonly DescribedMethod[]
}

/** What the text of the generated file depends on besides the tools. */
export interface SourceOptions {
  /** Where the file will stand. */
  readonly path: string
  /** Where `describeTool` is imported from. */
  readonly door: string
  readonly checker: ts.TypeChecker
}

/** The text of the file that attaches descriptions to the classes. */
export function generatedSource(classes: readonly DescribedClass[], options: SourceOptions): string {
  const imports = new ImportNames(options)
  const statements = classes.flatMap(({ type, methods }) => {
    const owner = imports.nameFor(type.file, type.exportName, type.name)
    return methods.map((method) => statement(owner, method, imports, options.checker))
  })
  const lines = [`import { describeTool } from '${options.door}'`, ...imports.lines()]
  return [HEAD, ...lines, '', ...sourcesOf(classes, options.path), '', ...statements].join('\n')
}

/** What a start compares; the constant is only read where modules have it. */
function sourcesOf(classes: readonly DescribedClass[], path: string): readonly string[] {
  const all = classes.flatMap(({ type, methods }) => [type.file, ...methods.flatMap(({ files }) => [...files])])
  const own = all.filter(
    ({ isDeclarationFile, fileName }) => !isDeclarationFile && !fileName.includes('/node_modules/'),
  )
  const hashes = new Map(own.map(({ fileName, text }) => [relativePath(path, fileName), outlineHash(text)]))
  const sorted = Object.fromEntries([...hashes].sort(([left], [right]) => (left < right ? -1 : 1)))
  return [
    'declare const __dirname: string',
    'const sources = {',
    "  folder: typeof __dirname === 'string' ? __dirname : undefined,",
    `  hashes: ${literal(sorted, 1)},`,
    '}',
  ]
}

function relativePath(from: string, file: string): string {
  const path = relative(dirname(from), file).split(sep).join('/')
  return path.startsWith('.') ? path : `./${path}`
}

const HEAD = [
  // Nobody mends what the next run writes again, so the linters of applications leave it alone.
  '/* eslint-disable */',
  '// Written by `vernal generate` from the signatures and doc comments of the tools. Do not edit.',
].join('\n')

function statement(owner: string, described: DescribedMethod, imports: ImportNames, checker: ts.TypeChecker): string {
  const { method, description, classes, hash } = described
  const names = [...classes].map(([name, declaration]) => {
    const exportName = exportNameOf(declaration, checker) ?? name
    const local = imports.nameFor(declaration.getSourceFile(), exportName, name)
    return local === name ? name : `${name}: ${local}`
  })
  const fields = [
    `hash: '${hash}'`,
    'sources',
    ...Object.entries(description).map(([key, value]) => `${key}: ${literal(value, 1)}`),
    ...(names.length > 0 ? [`classes: { ${names.join(', ')} }`] : []),
  ]
  return `describeTool(${owner}, ${literal(method.name, 0)}, {\n${fields.map((field) => `  ${field},\n`).join('')}})\n`
}

/** The names under which classes are imported; two classes with one name get two. */
class ImportNames {
  readonly #options: SourceOptions
  readonly #locals = new Map<string, string>()
  readonly #byFile = new Map<string, string[]>()

  constructor(options: SourceOptions) {
    this.#options = options
    for (const taken of ['describeTool', 'sources']) this.#locals.set(taken, taken)
  }

  nameFor(file: ts.SourceFile, exportName: string, wanted: string): string {
    const from = this.#specifier(file)
    const key = `${from}#${exportName}`
    const known = this.#locals.get(key)
    if (known !== undefined) return known
    const taken = new Set(this.#locals.values())
    let local = wanted
    for (let count = 2; taken.has(local); count++) local = `${wanted}_${count}`
    this.#locals.set(key, local)
    const names = this.#byFile.get(from) ?? []
    this.#byFile.set(from, [...names, exportName === local ? local : `${exportName} as ${local}`])
    return local
  }

  lines(): readonly string[] {
    return [...this.#byFile].map(([from, names]) => `import { ${names.join(', ')} } from '${from}'`)
  }

  /** Without extension where CommonJS is compiled, with the one of the output where ES modules are. */
  #specifier(file: ts.SourceFile): string {
    const local = relativePath(this.#options.path, file.fileName)
    const isModule = file.impliedNodeFormat === ts.ModuleKind.ESNext
    return local.replace(/\.([cm]?)tsx?$/, (_, kind: string) => (isModule || kind !== '' ? `.${kind}js` : ''))
  }
}
