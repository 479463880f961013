import { Service, Tool, ToolParam } from 'vernal'
import { DocsAssistantProperties } from './docs-assistant-properties'
import { DocsLibrary, type FoundSection } from './docs-library'

/** What everybody may do with the documents: read them. */
@Service()
export class DocsTools {
  constructor(
    private readonly library: DocsLibrary,
    private readonly properties: DocsAssistantProperties,
  ) {}

  @Tool({ description: 'Search the documentation. Returns the sections that match best, with the page each is on' })
  searchDocs(@ToolParam('What to look for, in a few words') query: string): readonly FoundSection[] | string {
    const found = this.library.search(query, this.properties.maxResults)
    return found.length > 0 ? found : `Nothing in the documentation matches "${query}". Try other words.`
  }

  @Tool({ description: 'The address of a page of the documentation' })
  pageUrl(@ToolParam('Path of the page, as searchDocs gives it') page: string): string {
    if (!this.library.pages.has(page))
      throw new Error(`There is no page "${page}". searchDocs gives the paths there are.`)
    const { baseUrl } = this.properties
    return baseUrl === '' ? page : `${baseUrl.replace(/\/$/, '')}/${page}`
  }
}
