import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BeanPostProcessor, type Logger } from '@vernal/container'
import { outlineHash } from '../definition/source-outline'
import { describedSources, type DescribedSources } from '../definition/tool-description'

/**
 * Warns when the sources of tools say something else than what `vernal generate` has read in them. Looks at each file once; where there
 * are no sources, as in a build, and in production it says nothing.
 */
export class StaleDescriptionWarning extends BeanPostProcessor {
  readonly #logger: Logger
  readonly #isProduction = process.env.NODE_ENV === 'production'
  readonly #seen = new Set<DescribedSources>()

  constructor(logger: Logger) {
    super()
    this.#logger = logger
  }

  override afterInitialization(bean: unknown): undefined {
    if (this.#isProduction || typeof bean !== 'object' || bean === null) return
    for (const sources of describedSources(bean)) {
      if (this.#seen.has(sources)) continue
      this.#seen.add(sources)
      const files = changedFiles(sources)
      if (files.length === 0) continue
      this.#logger.warn(
        { files },
        `Tools are described as they were before ${files.join(', ')} changed. Run: npx vernal generate`,
      )
    }
  }
}

function changedFiles({ folder, hashes }: DescribedSources): readonly string[] {
  if (folder === undefined) return []
  return Object.entries(hashes).flatMap(([file, hash]) => {
    const path = join(folder, file)
    return existsSync(path) && outlineHash(readFileSync(path, 'utf8')) !== hash ? [file] : []
  })
}
