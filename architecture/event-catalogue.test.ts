import { EVENTS_PAGE, readEvents, renderEvents } from '../scripts/event-catalogue'
import { readText, REPOSITORY } from './repository'

describe('in this repository', () => {
  const events = readEvents()

  test('every event says when it is told', () => {
    expect(events.filter(({ meaning }) => !meaning).map(({ type }) => type)).toEqual([])
  })

  test('the page of events says what the sources say (npm run docs:events)', () => {
    expect(readText(REPOSITORY, EVENTS_PAGE)).toBe(renderEvents(events))
  })
})

describe('the catalogue of events', () => {
  const [event] = readEvents(`
    export type TurnEvent =
      | DoneEvent
      | LeftEvent
    /** It is done. At last. */
    export interface DoneEvent {
      readonly type: 'done'
      /** How long, in milliseconds. */
      readonly durationMs?: number
      readonly kind: 'a' | 'b'
    }
    export interface LeftEvent { readonly type: 'left' }`)

  test('reads when an event is told, and what it carries', () => {
    expect(event).toEqual({
      type: 'done',
      meaning: 'It is done. At last.',
      fields: [
        { name: 'durationMs', isOptional: true, type: 'number', meaning: 'How long, in milliseconds.' },
        { name: 'kind', isOptional: false, type: "'a' | 'b'", meaning: undefined },
      ],
    })
  })

  test('is a section for each event', () => {
    expect(event && renderEvents([event])).toContain('## done\n\nIt is done. At last.\n\n| field | type | meaning |')
    expect(event && renderEvents([event])).toContain("| `kind` | `'a' \\| 'b'` |")
  })

  test('refuses a member it cannot find', () => {
    expect(() => readEvents(`export type TurnEvent = | LostEvent | OtherEvent`)).toThrow(/LostEvent/)
  })
})
