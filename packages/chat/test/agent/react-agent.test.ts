import {
  AgentContext,
  approve,
  ChatClient,
  MessageChatMemoryAdvisor,
  MessageWindowChatMemory,
  ReactAgent,
  type ReactAgentOptions,
} from '@vernal/chat'
import { ScriptedChatModel, type ScriptedAnswer } from '@vernal/chat/testing'
import { functionTool, type ToolContext } from '@vernal/tools'
import { addTool } from '../order-tools'

const addCall = { name: 'add', arguments: { a: 1, b: 1 } }
const usage = { promptTokens: 1, completionTokens: 1, totalTokens: 2 }

function working(script: readonly ScriptedAnswer[], options: Partial<ReactAgentOptions> = {}) {
  const model = new ScriptedChatModel(script)
  const chatClient = new ChatClient({ model, tools: [addTool()] })
  return { model, agent: new ReactAgent({ chatClient, ...options }) }
}

describe('ReactAgent', () => {
  test('acts until it answers, and records what it saw', async () => {
    const { agent } = working([
      { calls: [addCall], usage },
      { calls: [{ name: 'nothing' }, addCall], usage },
      { text: 'Two.', usage },
    ])
    const context = await agent.run('1 + 1?')
    expect(context.answer).toBe('Two.')
    expect(context.outcome).toEqual({ type: 'completed' })
    expect(context.rounds).toBe(3)
    expect(context.usage?.totalTokens).toBe(6)
    expect(context.observations).toEqual([
      { round: 1, callId: 'call_1', tool: 'add', arguments: { a: 1, b: 1 }, result: '2' },
      { round: 2, callId: 'call_2', tool: 'nothing', result: expect.stringContaining('add'), isError: true },
      { round: 2, callId: 'call_3', tool: 'add', arguments: { a: 1, b: 1 }, result: '2' },
    ])
    expect(JSON.parse(JSON.stringify(context))).toMatchObject({ goal: '1 + 1?', answer: 'Two.' })
  })

  test('has its own instructions and tools', async () => {
    const seen: unknown[] = []
    const look = functionTool({
      name: 'look',
      description: 'Looks',
      execute: (_args, context: ToolContext) => seen.push(context.get('user')),
    })
    const { model, agent } = working([[{ name: 'look' }], 'ok'], { instructions: 'Look first.', tools: [look] })
    await agent.run('go', { toolContext: { user: 'ann' } })
    expect(model.prompts[0]?.messages[0]).toEqual({ role: 'system', content: 'Look first.' })
    expect(model.prompts[0]?.options.tools?.names).toEqual(['add', 'look'])
    expect(seen).toEqual(['ann'])
  })

  test('answers in its last round, though the model would go on calling tools', async () => {
    const { model, agent } = working([[addCall], [addCall], { text: 'Enough.', calls: [addCall] }], { maxRounds: 3 })
    const context = await agent.run('go on for ever')
    expect(context.answer).toBe('Enough.')
    expect(context.observations).toHaveLength(2)
    expect(model.prompts.map(({ options }) => options.toolChoice)).toEqual([undefined, undefined, 'none'])
  })

  test('runs nothing while it plans, though the model calls', async () => {
    const { agent } = working([[addCall], '{"steps":["Add."]}', 'Two.'], { planning: true })

    const context = await agent.run('add')

    expect(context.plan).toEqual(['Add.'])
    expect(context.observations).toEqual([])
    expect(context.answer).toBe('Two.')
  })

  test('makes a plan first when told to, and works by it', async () => {
    const { model, agent } = working([{ text: '{"steps":["Add.","Tell."]}', usage }, [addCall], 'Two.'], {
      planning: true,
      instructions: 'Be exact.',
    })
    const context = await agent.run('1 + 1?')
    expect(context.plan).toEqual(['Add.', 'Tell.'])
    expect(context.usage).toEqual(usage)
    expect(model.prompts[0]?.options.toolChoice).toBe('none')
    expect(model.prompts[1]?.messages).toEqual([
      { role: 'system', content: 'Be exact.\n\nThe plan:\n1. Add.\n2. Tell.' },
      { role: 'user', content: '1 + 1?' },
    ])
  })

  test('waits for consent and goes on', async () => {
    const ran: string[] = []
    const open = functionTool({
      name: 'open',
      description: 'Opens',
      approval: 'required',
      execute: () => ran.push('open'),
    })
    const { agent } = working([[addCall], [{ name: 'open' }], 'Opened.'], { tools: [open] })
    const context = await agent.run('open it')
    if (context.outcome?.type !== 'approvalRequired') throw new Error('does not wait')
    expect(ran).toEqual([])
    const [approval] = context.outcome.approvals
    await agent.resume(context, { [approval?.id ?? '']: approve() })
    expect(context.answer).toBe('Opened.')
    expect(context.observations.map(({ tool }) => tool)).toEqual(['add', 'open'])
    expect(ran).toEqual(['open'])
  })

  test('does not resume what does not wait', async () => {
    const { agent } = working(['ok'])
    await expect(agent.resume(await agent.run('go'), {})).rejects.toThrow('It must be approvalRequired.')
  })

  test('keeps in the context what was seen before it failed', async () => {
    const { agent } = working([[addCall], new Error('no answer')])
    const context = new AgentContext('go')
    await expect(agent.run('go', {}, context)).rejects.toThrow('no answer')
    expect(context.observations).toHaveLength(1)
    expect(context.outcome).toEqual({ type: 'failed' })
  })

  test('stops when it is aborted', async () => {
    const aborting = new AbortController()
    const { model, agent } = working([() => (aborting.abort(), [addCall])])
    await expect(agent.run('go', { signal: aborting.signal })).rejects.toMatchObject({ name: 'AbortError' })
    expect(model.prompts).toHaveLength(1)
  })

  test('remembers like any other request, and tells its events', async () => {
    const memory = new MessageWindowChatMemory()
    const model = new ScriptedChatModel(['Two.'])
    const chatClient = new ChatClient({ model, advisors: [new MessageChatMemoryAdvisor(memory)] })
    const types: string[] = []
    const onEvent = ({ type }: { type: string }) => void types.push(type)
    await new ReactAgent({ chatClient }).run('1 + 1?', { conversationId: 'c', onEvent })
    expect(await memory.get('c')).toHaveLength(2)
    expect(types).toEqual(['round-started', 'round-ended', 'turn-ended'])
  })

  test('refuses less than one round', () => {
    expect(() => working([], { maxRounds: 0 })).toThrow('maxRounds cannot be 0.')
  })
})
