import { ConfigurationProperties } from 'vernal'
import { z } from 'zod'

/** `docs-assistant`: which documents, and where issues go. */
export class DocsAssistantProperties extends ConfigurationProperties(
  'docs-assistant',
  z.object({
    folder: z.string().default('docs').describe('Folder of Markdown files, relative to this application.'),
    skip: z
      .array(z.string())
      .default([])
      .describe('Pages that are not read: the beginnings of their paths within the folder.'),
    baseUrl: z
      .string()
      .default('')
      .describe('Address the folder is published at. Empty: pages are named by their path.'),
    maxResults: z.int().min(1).max(20).default(3).describe('Sections that one search returns at the most.'),
    issuesFile: z
      .string()
      .default('issues.jsonl')
      .describe('File that opened issues are added to, one line of JSON each.'),
  }),
) {}
