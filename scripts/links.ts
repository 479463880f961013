import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'
import { readText } from '../architecture/repository'

/** Links of a document to files and headings of this repository that are not there, each as a sentence with its place. */
export function findDeadLinks(root: string, document: string): readonly string[] {
  const lines = withoutCode(readText(root, document)).split('\n')
  return lines.flatMap((line, index) =>
    [...line.matchAll(/\]\(<?([^)\s>]+)>?(?: "[^"]*")?\)/g)].flatMap(([, target = '']) => {
      const problem = deadLink(root, document, target)
      return problem === undefined ? [] : [`${document}:${index + 1}: ${problem}`]
    }),
  )
}

/** The anchors of a document's headings, as GitHub makes them. */
export function anchorsOf(text: string): readonly string[] {
  const seen = new Map<string, number>()
  return [...withoutCode(text).matchAll(/^#{1,6} +(.+?) *#*$/gm)].map(([, heading = '']) => {
    const anchor = slug(heading)
    const count = seen.get(anchor) ?? 0
    seen.set(anchor, count + 1)
    return count === 0 ? anchor : `${anchor}-${count}`
  })
}

function deadLink(root: string, document: string, target: string): string | undefined {
  if (/^[a-z][a-z+.-]*:/i.test(target)) return undefined
  const [path = '', anchor] = target.split('#')
  const file = path === '' ? document : posix.join(posix.dirname(document), decodeURI(path))
  if (!existsSync(join(root, file))) return `${target} leads nowhere.`
  if (anchor === undefined || !file.endsWith('.md')) return undefined
  return anchorsOf(readText(root, file)).includes(anchor) ? undefined : `${file} has no heading #${anchor}.`
}

const slug = (heading: string): string =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')

/** The text with the lines of code blocks and the words of code spans blanked, so that nothing in them is a link. */
const withoutCode = (text: string): string =>
  text
    .replace(/^ *(`{3,})[\s\S]*?^ *\1 *$/gm, (block) => block.replace(/[^\n]/g, ''))
    .replace(/^(?!#).*$/gm, (line) => line.replace(/`[^`]*`/g, ''))
