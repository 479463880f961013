import {
  assistantMessage,
  hasToolCalls,
  toolMessage,
  ToolCallingManager,
  ToolCallLimitExceededError,
  ToolCallLimits,
  UNLIMITED,
  userMessage,
  type Message,
  type ToolCallLimitsOptions,
} from '@vernal/chat'
import {
  functionTool,
  Tool,
  ToolCallbacks,
  ToolContext,
  ToolSet,
  type ToolCall,
  type ToolCallback,
} from '@vernal/tools'
import { plainTool } from '../order-tools'
import { asking, call } from './asking'

const answered = (name: string, count = 1): readonly Message[] =>
  Array.from({ length: count }, (_, index) => index).flatMap((index) => [
    assistantMessage('', [call(`${name}-${index}`, name)]),
    toolMessage([{ callId: `${name}-${index}`, name, content: 'done' }]),
  ])

const promptOf = (messages: readonly Message[], ...tools: readonly ToolCallback[]) => ({
  messages,
  options: { tools: ToolSet.of(tools) },
})

const managerWith = (limits: ToolCallLimitsOptions): ToolCallingManager =>
  new ToolCallingManager({ limits: new ToolCallLimits(limits) })

describe('a limit of one call per tool', () => {
  const soFar = [userMessage('go'), ...answered('toolA')]

  test('is an error with the tool, the limit and a partial result, though the tool cannot even be found', async () => {
    const failure: unknown = await managerWith({ maxCallsPerTool: 1 })
      .executeToolCalls(promptOf(soFar), asking(call('c', 'toolA')))
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ToolCallLimitExceededError)
    expect(failure).toMatchObject({
      breach: { toolName: 'toolA', limit: 1 },
      partial: { results: [{ callId: 'c', name: 'toolA', content: expect.stringContaining('limit (1) exceeded') }] },
    })
  })

  test('is a result that names the limit under RETURN_ERROR_RESPONSE, and the tool does not run', async () => {
    const ran: string[] = []
    const tool = plainTool('toolA', () => ran.push('toolA'))
    const result = await managerWith({
      maxCallsPerTool: 1,
      onLimitExceeded: 'RETURN_ERROR_RESPONSE',
    }).executeToolCalls(promptOf(soFar, tool), asking(call('c', 'toolA')))
    expect(result.results).toEqual([
      { callId: 'c', name: 'toolA', isError: true, content: expect.stringContaining('limit (1) exceeded') },
    ])
    expect(ran).toEqual([])
  })

  test('does not count the calls of earlier turns', async () => {
    const messages = [...soFar, assistantMessage('done'), userMessage('again')]
    const result = await managerWith({ maxCallsPerTool: 1 }).executeToolCalls(
      promptOf(
        messages,
        plainTool('toolA', () => 'ran'),
      ),
      asking(call('c', 'toolA')),
    )
    expect(result.results[0]?.content).toBe('ran')
  })
})

describe('a limit of all calls', () => {
  test('names no tool', async () => {
    const messages = [userMessage('go'), ...answered('other')]
    const failure: unknown = await managerWith({ maxTotalToolCalls: 1 })
      .executeToolCalls(promptOf(messages), asking(call('c', 'toolA')))
      .catch((error: unknown) => error)
    expect(failure).toMatchObject({ breach: { limit: 1 } })
    expect(failure).not.toHaveProperty('breach.toolName')
  })

  test('does not count what was called before the last user message', async () => {
    const messages = [userMessage('go'), ...answered('other', 10), userMessage('again')]
    const result = await managerWith({ maxTotalToolCalls: 1 }).executeToolCalls(
      promptOf(
        messages,
        plainTool('toolA', () => 'ran'),
      ),
      asking(call('c', 'toolA')),
    )
    expect(result.results[0]?.content).toBe('ran')
  })

  test.each([
    [45, { maxCallsPerTool: UNLIMITED }],
    [155, { maxCallsPerTool: UNLIMITED, maxTotalToolCalls: UNLIMITED }],
  ])('lets a tool run after %i calls when there is none', async (count, limits) => {
    const messages = [userMessage('go'), ...answered('toolA', count)]
    const tool = plainTool('toolA', () => 'ran')
    const result = await managerWith(limits).executeToolCalls(promptOf(messages, tool), asking(call('c', 'toolA')))
    expect(result.results[0]?.content).toBe('ran')
  })
})

describe('the tools of the options', () => {
  test('are described by exactly their definitions', () => {
    const tool = plainTool('only', () => 1)
    expect(promptOf([], tool).options.tools.definitions).toEqual([tool.definition])
  })
})

describe('one execution', () => {
  const execute = (calls: readonly ToolCall[], ...tools: readonly ToolCallback[]) =>
    new ToolCallingManager().executeToolCalls(promptOf([userMessage('go')], ...tools), asking(...calls))

  test('is the messages of the prompt, the assistant message, and one message with the result', async () => {
    const result = await execute(
      [call('c', 'one')],
      plainTool('one', () => 'eins'),
    )
    expect(result.conversationHistory).toEqual([
      userMessage('go'),
      assistantMessage('', [call('c', 'one')]),
      toolMessage([{ callId: 'c', name: 'one', content: 'eins' }]),
    ])
  })

  test.each([
    [[true], true],
    [[true, true], true],
    [[true, false], false],
    [[false], false],
  ])('of tools that are direct as in %j is direct: %s', async (direct, expected) => {
    const tools = direct.map((returnDirect, index) => plainTool(`tool${index}`, () => index, { returnDirect }))
    const result = await execute(
      tools.map(({ definition }, index) => call(`c${index}`, definition.name)),
      ...tools,
    )
    expect(result.returnDirect).toBe(expected)
  })

  test('hands the tool context to the method that wants it, and runs the one that does not', async () => {
    class Users {
      @Tool('Without a context')
      plain(): string {
        return 'plain'
      }

      @Tool('With a context')
      withContext(context: ToolContext): string {
        return String(context.get('user'))
      }
    }
    const tools = ToolSet.of(ToolCallbacks.from(new Users()))
    const result = await new ToolCallingManager().executeToolCalls(
      { messages: [userMessage('go')], options: { tools } },
      asking(call('a', 'plain'), call('b', 'withContext')),
      { toolContext: { user: 'ann' } },
    )
    expect(result.results.map(({ content }) => content)).toEqual(['plain', 'ann'])
  })

  test.each([undefined, null, '', '  '])('takes the arguments %j as none', async (text) => {
    const received: unknown[] = []
    const tool = functionTool({ name: 'one', description: 'One', execute: (args) => received.push(args) })
    const result = await execute([{ ...call('c', 'one'), arguments: text as string }], tool)
    expect(result.results[0]?.isError).toBeUndefined()
    expect(received).toEqual([{}])
  })

  test.each([null, undefined])('of a tool that returns %s is a result, not an error', async (nothing) => {
    const result = await execute(
      [call('c', 'one')],
      plainTool('one', () => nothing),
    )
    expect(result.results).toEqual([{ callId: 'c', name: 'one', content: expect.any(String) }])
  })

  test('is not changed by what is done later to the messages it was given', async () => {
    const messages: Message[] = [userMessage('go')]
    const tool = plainTool('one', () => 1)
    const result = await new ToolCallingManager().executeToolCalls(promptOf(messages, tool), asking(call('c', 'one')))
    messages.length = 0
    expect(result.conversationHistory).toHaveLength(3)
  })
})

describe('whether a response asks for tools', () => {
  const generation = (count?: number) => ({
    message:
      count === undefined
        ? assistantMessage('text')
        : { ...assistantMessage(''), toolCalls: Array.from({ length: count }, () => call('c', 'one')) },
  })

  test('is told by any of its generations; an empty list of calls asks for none', () => {
    const responses = [[generation(), generation(1)], [generation()], [generation(0)], []]
    expect(responses.map((generations) => hasToolCalls({ generations, metadata: {} }))).toEqual([
      true,
      false,
      false,
      false,
    ])
  })
})
