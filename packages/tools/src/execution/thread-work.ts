import type { ToolWork } from '../definition/tool-work'
import { moduleWork } from './module-work'
import { ToolOutput, type ToolOutputParts } from './tool-output'

/** What a thread is asked for. */
export interface ThreadTask extends ToolWork {
  readonly arguments: Readonly<Record<string, unknown>>
}

/** What comes back from a thread: plain data, since classes do not travel. */
export type ThreadAnswer =
  | { readonly type: 'value'; readonly value: unknown }
  | { readonly type: 'output'; readonly output: ToolOutputParts }
  | { readonly type: 'error'; readonly error: TravelledError }
  | { readonly type: 'not-cloneable'; readonly problem: string }

/** What is left of an error that was thrown in a thread. */
export interface TravelledError {
  readonly name: string
  readonly message: string
  readonly stack?: string
  readonly code?: string | number
}

/** Does the work of a tool in a thread. It is what the pool of threads calls, and never rejects. */
export async function threadWork(task: ThreadTask): Promise<ThreadAnswer> {
  try {
    return travellingResult(await moduleWork(task, task.arguments))
  } catch (error) {
    return { type: 'error', error: travelling(error) }
  }
}

/** An answer that cannot be copied would end the thread, with nobody told why. */
function travellingResult(value: unknown): ThreadAnswer {
  const answer = answerOf(value)
  try {
    structuredClone(answer)
    return answer
  } catch (error) {
    return { type: 'not-cloneable', problem: text((error as Error).message) }
  }
}

function answerOf(value: unknown): ThreadAnswer {
  if (!(value instanceof ToolOutput)) return { type: 'value', value }
  const { content, structured, isError } = value
  return { type: 'output', output: { content, structured, isError } }
}

/** Anything may be thrown; what is no error becomes the message of one. */
function travelling(error: unknown): TravelledError {
  if (!(error instanceof Error)) return { name: 'Error', message: text(error) }
  const { name, message, stack } = error
  const { code } = error as { code?: unknown }
  return {
    name: text(name),
    message: text(message),
    ...(typeof stack === 'string' ? { stack } : {}),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
  }
}

function text(value: unknown): string {
  try {
    return String(value)
  } catch {
    return typeof value
  }
}
