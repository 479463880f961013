import { subscribe } from 'node:diagnostics_channel'
import { writeSync } from 'node:fs'
import { APPLICATION_PLANNED, type ApplicationPlan } from '@vernal/container'
import { PICTURE_FILE, type PictureMessage } from './application-picture'
import { pictureOf } from './picture-of'

// Loaded before the program of an application: sends what it is about to be, and ends the process before a bean is made.
subscribe(APPLICATION_PLANNED, (plan) => {
  send(tryToPicture(plan as ApplicationPlan))
  process.exit(0)
})

function tryToPicture(plan: ApplicationPlan): PictureMessage {
  try {
    return { type: 'picture', picture: pictureOf(plan) }
  } catch (error) {
    return { type: 'error', message: error instanceof Error ? error.message : String(error) }
  }
}

function send(message: PictureMessage): void {
  const bytes = Buffer.from(JSON.stringify(message))
  for (let start = 0; start < bytes.length;) start += writeSync(PICTURE_FILE, bytes, start)
}
