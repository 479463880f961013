import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const PAGES = {
  'index.md': '# The kettle\n\nA kettle boils water.\n',
  'guides/descaling.md': [
    '# Descaling',
    '',
    'Use vinegar once a month.',
    '',
    '## Steps',
    '',
    '```sh',
    '# not a heading, but a comment about rinsing',
    '```',
    'Boil, wait, rinse.',
  ].join('\n'),
  'guides/notes.txt': 'Kettles in a file that is no page.',
}

/** A folder of documents for one test. Dispose of it. */
export class Manual {
  readonly folder = mkdtempSync(join(tmpdir(), 'vernal-docs-'))
  readonly issuesFile = join(this.folder, 'issues.jsonl')

  constructor(pages: Readonly<Record<string, string>> = PAGES) {
    for (const [page, text] of Object.entries(pages)) {
      mkdirSync(dirname(join(this.folder, page)), { recursive: true })
      writeFileSync(join(this.folder, page), text)
    }
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}
