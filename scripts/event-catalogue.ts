import ts from 'typescript'
import { summaryOf } from '../architecture/docblock'
import { readText, REPOSITORY } from '../architecture/repository'

/** Where the events are written down. */
export const EVENTS_PAGE = 'docs/reference/events.md'

/** Where they are declared: the members of the union `TurnEvent`. */
export const EVENTS_SOURCE = 'packages/chat/src/loop/turn-event.ts'

/** One kind of event. */
export interface CatalogueEvent {
  /** As it stands in `type`: `tool-call`. */
  readonly type: string
  /** When it is told; undefined when no docblock says it. */
  readonly meaning: string | undefined
  readonly fields: readonly CatalogueField[]
}

/** What an event carries, besides `type`. */
export interface CatalogueField {
  readonly name: string
  readonly isOptional: boolean
  readonly type: string
  /** Undefined where name and type say it all. */
  readonly meaning: string | undefined
}

/** The events of a turn, in the order of the union. */
export function readEvents(text: string = readText(REPOSITORY, EVENTS_SOURCE)): readonly CatalogueEvent[] {
  const source = ts.createSourceFile('turn-event.ts', text, ts.ScriptTarget.Latest, true)
  const interfaces = source.statements.filter((statement) => ts.isInterfaceDeclaration(statement))
  return memberNames(source).map((name) => {
    const declared = interfaces.find((each) => each.name.text === name)
    if (!declared) throw new Error(`TurnEvent has the member ${name}, which is no interface of its file.`)
    return eventOf(declared, source)
  })
}

/** The page of events. */
export function renderEvents(events: readonly CatalogueEvent[]): string {
  return [INTRODUCTION, ...events.map(section)].join('\n')
}

const INTRODUCTION = `# Events of a turn

What happens in a turn, as plain data. The same events reach \`stream().events()\`, \`.onEvent(listener)\` of a request, the
\`onEvent\` of an agent's run, and every \`TurnListener\` bean; the text stream is a projection of them. What a listener throws is lost: it
cannot disturb the turn.

\`\`\`text
round-started ─ (reasoning-delta │ text-delta)* ─ round-ended ─┬─ (tool-call ─ tool-result │ tool-error)* ─ round-started …
                    in streams only                            ├─ approval-required ─ turn-ended
                                                               └─ turn-ended
\`\`\`

Events of one turn come in the order in which things happen; calls that run at the same time interleave, and \`callId\` tells them
apart. \`turn-ended\` comes once, and last, however the turn ends: with an answer, an error, an abort, or because nobody reads on.
Arguments and results are told as they are. What a listener writes down is its own; \`SimpleLoggerAdvisor\` shows how secrets are taken out.
This page is written by \`npm run docs:events\` from the sources.
`

function section({ type, meaning, fields }: CatalogueEvent): string {
  const rows = fields.map(
    (field) =>
      `| \`${field.name}${field.isOptional ? '?' : ''}\` | \`${cell(field.type)}\` | ${cell(field.meaning ?? '')} |`,
  )
  return [`## ${type}`, '', meaning ?? '', '', '| field | type | meaning |', '| --- | --- | --- |', ...rows, ''].join(
    '\n',
  )
}

const cell = (text: string): string => text.replaceAll('|', '\\|')

function memberNames(source: ts.SourceFile): readonly string[] {
  const union = source.statements
    .filter((statement) => ts.isTypeAliasDeclaration(statement))
    .find(({ name }) => name.text === 'TurnEvent')
  if (!union || !ts.isUnionTypeNode(union.type)) throw new Error('There is no union named TurnEvent.')
  return union.type.types.map((member) => member.getText(source))
}

function eventOf(declared: ts.InterfaceDeclaration, source: ts.SourceFile): CatalogueEvent {
  const members = declared.members.filter((member) => ts.isPropertySignature(member))
  const fields = members.map((member) => ({
    name: member.name.getText(source),
    isOptional: member.questionToken !== undefined,
    type: member.type?.getText(source).replace(/\s+/g, ' ') ?? '',
    meaning: summaryOf(member),
  }))
  const type = fields.find(({ name }) => name === 'type')?.type.replaceAll("'", '')
  if (!type) throw new Error(`${declared.name.text} has no type.`)
  return { type, meaning: wholeDocblock(declared), fields: fields.filter(({ name }) => name !== 'type') }
}

function wholeDocblock(node: ts.Node): string | undefined {
  const block = ts.getJSDocCommentsAndTags(node).find((comment) => ts.isJSDoc(comment))
  return ts.getTextOfJSDocComment(block?.comment)?.replace(/\s+/g, ' ').trim()
}
