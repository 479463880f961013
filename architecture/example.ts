import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { listFilesIfAny, readText, REPOSITORY } from './repository'

/** What a finished process left. */
export interface Finished {
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
}

/** The examples, by the names of their folders. */
export const listExamples = (root: string): readonly string[] =>
  listFilesIfAny(root, 'examples').flatMap((path) => /^examples\/([^/]+)\/main\.ts$/.exec(path)?.[1] ?? [])

/** The lines an example promises to print: its `// prints: …` comments, in order. */
export const promisedLines = (text: string): readonly string[] =>
  [...text.matchAll(/\/\/ prints: ?(.*)$/gm)].map((match) => (match[1] ?? '').trim())

/** Lines that are not printed, or not in this order. */
export function missingLines(promised: readonly string[], stdout: string): readonly string[] {
  let rest = stdout
  return promised.filter((line) => {
    const at = rest.indexOf(line)
    if (at < 0) return true
    rest = rest.slice(at + line.length)
    return false
  })
}

/** The promises of an example's source. */
export const promisesOf = (root: string, example: string): readonly string[] =>
  promisedLines(readText(root, `examples/${example}/main.ts`))

/** Runs an example in a process of its own, as its folder's application, without the keys of whoever runs the tests. */
export function runExample(root: string, example: string): Promise<Finished> {
  const conditions = process.env.VERNAL_TEST_DIST === '1' ? [] : ['-C', '@vernal/source']
  const register = join(REPOSITORY, 'node_modules/ts-node/register')
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, [...conditions, '-r', register, 'main.ts'], {
    cwd: join(root, 'examples', example),
    env: { PATH, HOME, TS_NODE_PROJECT: join(REPOSITORY, 'tsconfig.json') },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return new Promise((resolve, reject) => {
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (chunk) => (stdout += String(chunk)))
    child.stderr.on('data', (chunk) => (stderr += String(chunk)))
    child.on('error', reject)
    child.on('close', (exitCode) => resolve({ exitCode, stdout, stderr }))
  })
}
