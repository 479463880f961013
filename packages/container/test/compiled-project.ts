import ts from 'typescript'
import { Workspace } from './workspace'

/** How the files of a {@link CompiledProject} are compiled. */
export interface CompilerSettings {
  /** False for compilers such as esbuild, which emit no parameter types. */
  readonly emitDecoratorMetadata: boolean
}

const PRELUDE = `
import 'reflect-metadata'
import {
  AutoConfiguration, Bean, Component, ConditionalOnMissingBean, ConditionalOnPackage, Configuration,
  ConfigurationProperties, EnableConfigurationProperties, Inject, InjectAll, Lazy, Logger, ObjectProvider, Optional, PostConstruct,
  PreDestroy, run, secret, Service,
} from '@container'
const Tool = (_?: unknown) => (_target: object, _key: string) => {}
`

/** What the sources of a project call the container. */
export const CONTAINER_PATH = require.resolve('@vernal/container')

/** TypeScript files compiled to CommonJS in a folder of their own, with our decorators imported on top; others as they are. */
export class CompiledProject {
  readonly #workspace = new Workspace()

  constructor(files: Readonly<Record<string, string>>, settings: CompilerSettings = { emitDecoratorMetadata: true }) {
    for (const [name, source] of Object.entries(files)) {
      const isSource = name.endsWith('.ts')
      const text = isSource ? compile(PRELUDE + source, settings) : source.replaceAll('@container', CONTAINER_PATH)
      this.#workspace.write(name.replace(/\.ts$/, '.js'), text)
    }
  }

  get folder(): string {
    return this.#workspace.folder
  }

  path(name: string): string {
    return this.#workspace.path(name)
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
    .replaceAll('@container', CONTAINER_PATH)
    .replaceAll('require("reflect-metadata")', `require(${JSON.stringify(require.resolve('reflect-metadata'))})`)
}
