import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

/** What a finished program left. */
export interface ProgramResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

const ROOT = join(__dirname, '../../..')

/** Runs a compiled program in a Node of its own, which reads the sources of the container. */
export function runProgram(
  path: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
  onOutput: (output: string, child: ChildProcess) => void = () => undefined,
): Promise<ProgramResult> {
  const flags = ['-C', '@vernal/source', '-r', require.resolve('ts-node/register/transpile-only')]
  const child = spawn(process.execPath, [...flags, path, ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, TS_NODE_PROJECT: join(ROOT, 'tsconfig.json'), ...env },
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString()
    onOutput(stdout, child)
  })
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, stdout, stderr }))
  })
}
