import { spawn } from 'node:child_process'
import { extname, join } from 'node:path'
import { applicationUnseen } from '../cli-error'
import { PICTURE_FILE, type ApplicationPicture, type PictureMessage } from './application-picture'
import { entryFile, loaderFor } from './entry-file'

/** Programs do much before they start an application, or wait for something that never comes. */
const DEADLINE_MS = 60_000

/**
 * Runs the program of an application in a process of its own, up to the point where its beans are planned, and says what they
 * are. No bean is made, so no model is called and no server started.
 *
 * @throws {CliError} `CLI_ENTRY_MISSING`, `CLI_LOADER_MISSING`, `CLI_APPLICATION_UNSEEN`
 */
export async function seeApplication(folder: string, named: string | undefined): Promise<ApplicationPicture> {
  const entry = entryFile(folder, named)
  const look = join(__dirname, `picture-and-exit${extname(__filename)}`)
  const { sent, said, isLate } = await runProgram([...loaderFor(entry), '--require', look, entry], folder)
  if (sent === '')
    throw applicationUnseen(entry, isLate ? `it did not call run() within ${DEADLINE_MS / 1000} s` : said)
  const message = JSON.parse(sent) as PictureMessage
  if (message.type === 'error') throw applicationUnseen(entry, message.message)
  return message.picture
}

interface Ended {
  /** What was sent as a picture; empty when the program ended before. */
  readonly sent: string
  /** The end of what it wrote to the error output. */
  readonly said: string
  readonly isLate: boolean
}

const SAID_CHARS = 2_000

function runProgram(args: readonly string[], folder: string): Promise<Ended> {
  const child = spawn(process.execPath, [...process.execArgv, ...args], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
  let [sent, said] = ['', '']
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    child.kill('SIGKILL')
  }, DEADLINE_MS)
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-SAID_CHARS)))
  const pipe = child.stdio[PICTURE_FILE] as NodeJS.ReadableStream
  pipe.setEncoding('utf8').on('data', (text: string) => (sent += text))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', () => {
      clearTimeout(timer)
      resolve({ sent, said: said.trim() || 'it ended without calling run()', isLate })
    })
  })
}
