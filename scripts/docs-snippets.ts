import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readText, REPOSITORY } from '../architecture/repository'
import { listDocuments, refreshSnippets } from './snippets'

/** Copies the sources of snippets into the documents: `npm run docs:snippets`. */
for (const document of listDocuments(REPOSITORY)) {
  const text = readText(REPOSITORY, document)
  const refreshed = refreshSnippets(REPOSITORY, text)
  if (refreshed === text) continue
  writeFileSync(join(REPOSITORY, document), refreshed)
  console.log(`refreshed ${document}`)
}
