import type { Piscina } from 'piscina'
import { loadOptional } from '../definition/optional-package'
import type { ToolWork } from '../definition/tool-work'
import { invalidOption, notCloneable } from '../tool-error'
import type { ThreadAnswer, ThreadTask, TravelledError } from './thread-work'
import { InProcessToolExecutor, ToolExecutor, type ToolInvocation } from './tool-executor'
import { ToolOutput } from './tool-output'

/** How a {@link WorkerToolExecutor} runs tools. */
export interface WorkerToolExecutorOptions {
  /** How many threads there are at most, each with one call at a time; further calls wait, and their time runs. At least 1; default 2. */
  readonly maxThreads?: number
  /** Runs the tools whose work is no function of a module. Default: in this process. */
  readonly others?: ToolExecutor
  /** The flags of Node for the threads. Default: those of this process, and ts-node where that runs the application. */
  readonly execArgv?: readonly string[]
}

/** A thread that has nothing to do for so long ends, in milliseconds. */
const IDLE_MS = 10_000

/**
 * Runs the tools made by `workerTool` in threads, so that work that keeps a processor busy does not hold up everything else.
 *
 * Arguments and results are copied, as by `structuredClone`. What the work throws comes back with its name, message, stack and code, and not
 * with its class. A call that is given up, or that takes too long, ends with its thread, wherever it is. Needs the package `piscina`.
 */
export class WorkerToolExecutor extends ToolExecutor implements AsyncDisposable {
  readonly #others: ToolExecutor
  readonly #makePool: () => Piscina<ThreadTask, ThreadAnswer>
  #pool: Piscina<ThreadTask, ThreadAnswer> | undefined

  /** @throws {ToolError} `TOOL_PACKAGE_MISSING` or `TOOL_OPTION_INVALID` */
  constructor({ maxThreads = 2, others, execArgv = threadFlags() }: WorkerToolExecutorOptions = {}) {
    super()
    if (!(Number.isInteger(maxThreads) && maxThreads >= 1)) throw invalidOption('maxThreads', 'must be 1 or more')
    this.#others = others ?? new InProcessToolExecutor()
    const { Piscina: Pool } = poolPackage()
    this.#makePool = () =>
      new Pool({
        filename: require.resolve('./thread-work'),
        name: 'threadWork',
        minThreads: 0,
        maxThreads,
        idleTimeout: IDLE_MS,
        // Otherwise a thread is deaf between two calls, and what a module does by itself stands still.
        atomics: 'disabled',
        ...(execArgv === undefined ? {} : { execArgv: [...execArgv] }),
      })
  }

  override async execute(invocation: ToolInvocation): Promise<unknown> {
    const { metadata, definition, arguments: args, context } = invocation
    if (metadata.work === undefined) return this.#others.execute(invocation)
    return taken(await this.#run(metadata.work, args, definition.name, context.signal), definition.name)
  }

  async #run(work: ToolWork, args: ThreadTask['arguments'], name: string, signal: AbortSignal): Promise<ThreadAnswer> {
    this.#pool ??= this.#makePool()
    try {
      return await this.#pool.run({ ...work, arguments: args }, { signal })
    } catch (error) {
      if (signal.aborted) throw signal.reason
      throw isCloneError(error) ? notCloneable(name, error) : error
    }
  }

  /** Ends all threads, also those at work: their calls fail. Idempotent; a later call starts threads again. */
  async close(): Promise<void> {
    const pool = this.#pool
    this.#pool = undefined
    await pool?.destroy()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}

const poolPackage = (): { Piscina: typeof Piscina } =>
  loadOptional(
    'piscina',
    'Running tools in threads (vernal.ai.tools.execution.worker-threads)',
    () => require('piscina') as typeof import('piscina'),
  )

/** The command `ts-node` registers itself in this thread alone; `node -r ts-node/register` is inherited. */
function threadFlags(): readonly string[] | undefined {
  const isTsNode = Symbol.for('ts-node.register.instance') in process
  const isInherited = process.execArgv.some((flag) => flag.includes('ts-node/register'))
  return isTsNode && !isInherited ? ['--require', 'ts-node/register'] : undefined
}

const isCloneError = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'name' in error && error.name === 'DataCloneError'

function taken(answer: ThreadAnswer, name: string): unknown {
  switch (answer.type) {
    case 'value':
      return answer.value
    case 'output':
      return new ToolOutput(answer.output)
    case 'error':
      throw arrived(answer.error)
    case 'not-cloneable':
      throw notCloneable(name, answer.problem)
  }
}

/** An error with what the other one had. */
function arrived({ message, ...fields }: TravelledError): Error {
  const error = new Error(message)
  for (const [key, value] of Object.entries(fields))
    Object.defineProperty(error, key, { value, configurable: true, writable: true })
  return error
}
