import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { REPOSITORY } from '../architecture/repository'
import { EVENTS_PAGE, readEvents, renderEvents } from './event-catalogue'

/** Writes the page of events: `npm run docs:events`. */
const events = readEvents()
writeFileSync(join(REPOSITORY, EVENTS_PAGE), renderEvents(events))
console.log(`${EVENTS_PAGE}: ${events.length} events`)
