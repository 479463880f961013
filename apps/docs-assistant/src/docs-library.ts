import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import MiniSearch from 'minisearch'
import { Service, PostConstruct } from 'vernal'
import { DocsAssistantProperties } from './docs-assistant-properties'
import { splitSections } from './markdown-sections'

/** One section of a page that matches a search. */
export interface FoundSection {
  /** Path of the page within the folder, with `/`. */
  readonly page: string
  readonly heading: string
  readonly text: string
}

/** The documents: read once at start-up, searched by words. */
@Service()
export class DocsLibrary {
  readonly #root: string
  readonly #skip: readonly string[]
  readonly #index = new MiniSearch<FoundSection & { id: number }>({
    fields: ['heading', 'text', 'page'],
    storeFields: ['page', 'heading', 'text'],
    searchOptions: {
      boost: { heading: 3, page: 2 },
      prefix: (term) => term.length > 3,
      fuzzy: (term) => term.length > 5 && 0.2,
    },
  })
  readonly #pages = new Set<string>()

  constructor(properties: DocsAssistantProperties) {
    this.#skip = properties.skip
    this.#root = path.resolve(__dirname, '..', properties.folder)
  }

  /** Reads every Markdown file below the folder that is not skipped. */
  @PostConstruct()
  async load(): Promise<void> {
    const files = await readdir(this.#root, { recursive: true }).catch(() => [])
    const all = files.filter((file) => file.endsWith('.md')).map((file) => file.split(path.sep).join('/'))
    const pages = all.filter((page) => !this.#skip.some((beginning) => page.startsWith(beginning)))
    if (pages.length === 0)
      throw new Error(
        `there is no Markdown file below ${this.#root}. Set docs-assistant.folder to a folder that has some`,
      )
    for (const page of pages.toSorted()) await this.#loadPage(page)
  }

  /** Every page, by its path within the folder. */
  get pages(): ReadonlySet<string> {
    return this.#pages
  }

  /** The sections that match best, best first. */
  search(query: string, maxResults: number): readonly FoundSection[] {
    return this.#index
      .search(query)
      .slice(0, maxResults)
      .map(({ page, heading, text }) => ({
        page: page as string,
        heading: heading as string,
        text: text as string,
      }))
  }

  async #loadPage(page: string): Promise<void> {
    this.#pages.add(page)
    const markdown = await readFile(path.join(this.#root, page), 'utf8')
    for (const section of splitSections(markdown)) this.#index.add({ id: this.#index.documentCount, page, ...section })
  }
}
