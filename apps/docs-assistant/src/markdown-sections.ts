/** A heading and the text below it. */
export interface MarkdownSection {
  readonly heading: string
  readonly text: string
}

const HEADING = /^#{1,4}\s+(.+?)\s*#*$/
const FENCE = /^\s*(```|~~~)/

/** Cuts a page at its headings; what looks like a heading inside a code fence is code. Sections without text are left out. */
export function splitSections(markdown: string): readonly MarkdownSection[] {
  const sections: { heading: string; lines: string[] }[] = [{ heading: '', lines: [] }]
  let isInFence = false
  for (const line of markdown.replace(/<!--.*?-->/gs, '').split(/\r?\n/)) {
    if (FENCE.test(line)) isInFence = !isInFence
    const heading = isInFence ? undefined : HEADING.exec(line)?.[1]
    if (heading) sections.push({ heading, lines: [] })
    else sections.at(-1)?.lines.push(line)
  }
  return sections
    .map(({ heading, lines }) => ({ heading, text: lines.join('\n').trim() }))
    .filter(({ text }) => text !== '')
}
