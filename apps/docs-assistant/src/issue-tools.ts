import { appendFile } from 'node:fs/promises'
import path from 'node:path'
import { Service, Tool, ToolParam } from 'vernal'
import { DocsAssistantProperties } from './docs-assistant-properties'

/** What only maintainers may do. Attached to a request with `tools(IssueTools)`; no other request can run it. */
@Service()
export class IssueTools {
  readonly #file: string

  constructor(properties: DocsAssistantProperties) {
    this.#file = path.resolve(__dirname, '..', properties.issuesFile)
  }

  @Tool({ description: 'Open an issue about the documentation', effect: 'write' })
  async openIssue(
    @ToolParam('One line that says what is wrong') title: string,
    @ToolParam({ description: 'What the page says and what it should say', required: false }) body?: string,
  ): Promise<{ title: string; opened: string }> {
    const opened = new Date().toISOString()
    await appendFile(this.#file, `${JSON.stringify({ title, body, opened })}\n`)
    return { title, opened }
  }
}
