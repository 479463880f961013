import ts from 'typescript'
import { Workspace } from './workspace'

/** How the files of a {@link CompiledProject} are compiled. */
export interface CompilerSettings {
  /** False for compilers such as esbuild, which emit no parameter types. */
  readonly emitDecoratorMetadata: boolean
}

const PRELUDE = `
import 'reflect-metadata'
import { Component, Configuration, Bean, Inject, InjectAll, Optional, Lazy, Scope, PostConstruct } from '${'@container'}'
const Tool = (_?: unknown) => (_target: object, _key: string) => {}
`

/** TypeScript files compiled to CommonJS in a folder of their own, with our decorators imported on top of each. */
export class CompiledProject {
  readonly #workspace = new Workspace()

  constructor(files: Readonly<Record<string, string>>, settings: CompilerSettings = { emitDecoratorMetadata: true }) {
    for (const [name, source] of Object.entries(files)) {
      this.#workspace.write(name.replace(/\.ts$/, '.js'), compile(PRELUDE + source, settings))
    }
  }

  get folder(): string {
    return this.#workspace.folder
  }

  /** The exports of one of the files. */
  load(name: string): Record<string, unknown> {
    return require(this.#workspace.path(name.replace(/\.ts$/, '.js'))) as Record<string, unknown>
  }

  [Symbol.dispose](): void {
    this.#workspace.remove()
  }
}

function compile(source: string, { emitDecoratorMetadata }: CompilerSettings): string {
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.CommonJS,
      experimentalDecorators: true,
      emitDecoratorMetadata,
    },
  })
  return outputText
    .replaceAll('@container', require.resolve('@vernal/container'))
    .replaceAll('require("reflect-metadata")', `require(${JSON.stringify(require.resolve('reflect-metadata'))})`)
}
