import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'
import {
  functionTool,
  ToolGate,
  ToolSet,
  WorkerToolExecutor,
  workerTool,
  type ToolCallback,
  type ToolCallOutcome,
  type ToolCallScope,
  type WorkerToolOptions,
} from '@vernal/tools'

const conditions = process.env.VERNAL_TEST_DIST === '1' ? [] : ['-C', '@vernal/source']
const EXEC_ARGV = [...conditions, '--require', 'ts-node/register']

const tool = (name: string, options: Partial<WorkerToolOptions> = {}): ToolCallback =>
  workerTool({
    name,
    parameters: { type: 'object', properties: {}, additionalProperties: true },
    module: require.resolve('./fixtures/work'),
    export: name,
    ...options,
  })

let folder: string
const executors: WorkerToolExecutor[] = []

function executor(maxThreads = 1): WorkerToolExecutor {
  const made = new WorkerToolExecutor({ maxThreads, execArgv: EXEC_ARGV })
  executors.push(made)
  return made
}

const pass = (
  called: ToolCallback,
  args: object = {},
  { gate, ...scope }: Partial<ToolCallScope> & { gate?: ToolGate } = {},
): Promise<ToolCallOutcome> =>
  (gate ?? new ToolGate({ executor: executor() })).pass(
    { id: 'c1', name: called.definition.name, arguments: args },
    { tools: ToolSet.of([called]), ...scope },
  )

/** Waits for a file that another thread writes. */
async function written(name: string): Promise<void> {
  const watcher = watch(folder)
  while (!existsSync(join(folder, name))) await once(watcher, 'change')
  watcher.close()
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vernal-workers-'))
})

afterEach(async () => {
  await Promise.all(executors.splice(0).map((each) => each.close()))
  rmSync(folder, { recursive: true })
})

describe('a tool of a module', () => {
  test('runs in another thread', async () => {
    const outcome = await pass(tool('thread'))
    expect(outcome).toMatchObject({ type: 'success', value: expect.any(Number) as number })
    expect(outcome).not.toMatchObject({ value: threadId })
  })

  test('runs in this thread without an executor for threads', async () => {
    expect(await tool('thread').call()).toMatchObject({ type: 'success', value: threadId })
  })

  test('leaves the event loop free while it is busy', async () => {
    const files = { started: join(folder, 'started'), stop: join(folder, 'stop') }
    const running = pass(tool('busyUntil'), files)
    await written('started')
    writeFileSync(files.stop, '')
    expect(await running).toMatchObject({ type: 'success', value: 'stopped' })
  })

  test.each(['echo', 'rich'])('has arguments and results copied: %s', async (name) => {
    const value = { at: new Date(0), tags: new Set(['a']), bytes: 3n }
    const args = name === 'echo' ? { value: { deep: [1, 'two', null] } } : {}
    const expected = name === 'echo' ? args.value : value
    expect(await pass(tool(name), args)).toMatchObject({ type: 'success', value: expected })
  })

  test('may return a ToolOutput', async () => {
    expect(await pass(tool('output'))).toMatchObject({
      type: 'success',
      text: 'Sales:',
      value: { structured: { total: 3 } },
    })
  })

  test('has its errors come back with name, message, stack and code', async () => {
    const outcome = await pass(tool('fail'))
    expect(outcome).toMatchObject({
      type: 'failure',
      reason: 'threw',
      text: expect.stringContaining('the order is lost') as string,
    })
    const { error } = outcome as { error: Error }
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({ name: 'OrderError', message: 'the order is lost', code: 'ORDER_LOST' })
    expect(error.stack).toContain('fixtures/work')
  })

  test('may throw what is no error', async () => {
    expect(await pass(tool('failPlainly'))).toMatchObject({ type: 'failure', error: { message: 'just words' } })
  })

  test('that returns what cannot be copied says so, and the thread lives on', async () => {
    const gate = new ToolGate({ executor: executor() })
    const first = await pass(tool('thread'), {}, { gate })
    const outcome = await pass(tool('living'), {}, { gate })
    expect(outcome).toMatchObject({ type: 'failure', error: { code: 'TOOL_NOT_CLONEABLE' } })
    expect(await pass(tool('thread'), {}, { gate })).toMatchObject({ value: (first as { value: unknown }).value })
  })

  test('that is given what cannot be copied says so', async () => {
    const parameters = {
      '~standard': {
        version: 1 as const,
        vendor: 'test',
        validate: () => ({ value: { value: () => 1 } }),
        jsonSchema: {
          input: () => ({ type: 'object', properties: {} }),
          output: () => ({ type: 'object', properties: {} }),
        },
      },
    }
    const outcome = await pass(tool('echo', { parameters: parameters as never }))
    expect(outcome).toMatchObject({ type: 'failure', error: { code: 'TOOL_NOT_CLONEABLE' } })
  })

  test('that ends its thread fails alone', async () => {
    const gate = new ToolGate({ executor: executor() })
    expect(await pass(tool('exit'), {}, { gate })).toMatchObject({ type: 'failure', reason: 'threw' })
    expect(await pass(tool('thread'), {}, { gate })).toMatchObject({ type: 'success' })
  })

  test('whose module exports no such function fails with both names', async () => {
    const outcome = await pass(tool('thread', { export: 'nothing' }))
    expect(outcome).toMatchObject({ type: 'failure', error: { code: 'TOOL_OPTION_INVALID' } })
    expect((outcome as { error: Error }).error.message).toMatch(/"nothing".*fixtures\/work/)
  })

  test('needs an absolute path', () => {
    expect(() => tool('thread', { module: './work' })).toThrow(/require\.resolve\('\.\/work'\)/)
  })
})

describe('a call in a thread', () => {
  const endless = (): object => ({ started: join(folder, 'started'), stop: join(folder, 'never') })

  test('ends with its thread when the caller gives up', async () => {
    const controller = new AbortController()
    const gate = new ToolGate({ executor: executor() })
    const running = pass(tool('busyUntil'), endless(), { gate, signal: controller.signal })
    await written('started')
    controller.abort()
    expect(await running).toMatchObject({ type: 'failure', reason: 'aborted' })
    // There is one thread at most: this one could not run if the other still did.
    expect(await pass(tool('thread'), {}, { gate })).toMatchObject({ type: 'success' })
  })

  test('ends with its thread when it takes too long', async () => {
    const gate = new ToolGate({ executor: executor() })
    expect(await pass(tool('busyUntil', { timeout: 1 }), endless(), { gate })).toMatchObject({ reason: 'timed-out' })
    expect(await pass(tool('thread'), {}, { gate })).toMatchObject({ type: 'success' })
  })

  test('waits while all threads are busy', async () => {
    const log = join(folder, 'log')
    const gate = new ToolGate({ executor: executor(1) })
    await Promise.all(['a', 'b', 'c'].map((name) => pass(tool('logged'), { log, name }, { gate })))
    expect(readFileSync(log, 'utf8')).toMatch(/^(<(\w)\2>){3}$/)
  })

  test('fails when the executor is closed, and no thread is left', async () => {
    const before = threads()
    const owned = executor()
    const running = pass(tool('busyUntil'), endless(), { gate: new ToolGate({ executor: owned }) })
    await written('started')
    expect(threads()).toBeGreaterThan(before)
    await owned.close()
    expect(await running).toMatchObject({ type: 'failure', reason: 'threw' })
    expect(threads()).toBe(before)
  })

  const threads = (): number =>
    process.getActiveResourcesInfo().filter((each) => /Worker|MessagePort/.test(each)).length
})

describe('the executor', () => {
  test('runs other tools in this process', async () => {
    const here = functionTool({ name: 'here', execute: () => threadId })
    expect(await pass(here)).toMatchObject({ type: 'success', value: threadId })
  })

  test.each([0, 1.5, Number.NaN])('refuses %p threads', (maxThreads) => {
    expect(() => new WorkerToolExecutor({ maxThreads })).toThrow(
      expect.objectContaining({ code: 'TOOL_OPTION_INVALID' }),
    )
  })
})
