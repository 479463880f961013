import { readPublicNames, type PublicName } from '../architecture/public-names'
import type { SourceTree } from '../architecture/source-tree'

/** Where the report is written. */
export const API_PAGE = 'docs/reference/api.md'

/** A page with every public name, door by door, each with what it stands for and what it is for. */
export function renderApiReport(tree: SourceTree): string {
  const names = readPublicNames(tree).filter((each): each is PublicName => 'kind' in each)
  const doors = [...new Set(names.map(({ door }) => door))].sort()
  const sections = doors.map((door) => {
    const rows = names.filter((each) => each.door === door).map(row)
    return [`## ${door}`, '', '| name | kind | what it is for |', '| --- | --- | --- |', ...rows, ''].join('\n')
  })
  return `${INTRODUCTION}\n${sections.join('\n')}`
}

const INTRODUCTION = `# Public names

What each door exports, in its order. A line that changes here is a change people outside can see.
This page is written by \`npm run docs:api\` from the sources.
`

const row = ({ name, kind, summary }: PublicName): string =>
  `| \`${name}\` | ${kind} | ${(summary ?? '').replaceAll('|', '\\|').replace(/\{@link (\w+)\}/g, '`$1`')} |`
