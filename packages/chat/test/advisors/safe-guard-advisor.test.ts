import {
  ChatClient,
  CONVERSATION_ID,
  DEFAULT_SAFE_GUARD_RESPONSE,
  MessageChatMemoryAdvisor,
  MessageWindowChatMemory,
  SafeGuardAdvisor,
} from '@vernal/chat'
import { ScriptedChatModel } from '@vernal/chat/testing'
import { plainTool } from '../order-tools'

const guard = new SafeGuardAdvisor({ sensitiveWords: ['Geheim', 'INTERN'] })

describe('SafeGuardAdvisor', () => {
  test.each(['this is GEHEIM', 'internal', 'ＩＮＴＥＲＮ'])('answers "%s" without asking the model', async (text) => {
    const model = new ScriptedChatModel([])
    const request = new ChatClient({ model, advisors: [guard] }).prompt(text).context({ tenant: 't' })
    const response = await request.call().chatClientResponse()
    expect(response.chatResponse.generations[0]).toEqual({
      message: { role: 'assistant', content: DEFAULT_SAFE_GUARD_RESPONSE },
      finishReason: 'content-filter',
    })
    expect(response.context.get('tenant')).toBe('t')
    expect(model.prompts).toEqual([])
  })

  test('answers a stream the same way, once', async () => {
    const model = new ScriptedChatModel([])
    const pieces: string[] = []
    for await (const piece of new ChatClient({ model, advisors: [guard] }).prompt('geheim').stream().content()) {
      pieces.push(piece)
    }
    expect(pieces).toEqual([DEFAULT_SAFE_GUARD_RESPONSE])
    expect(model.prompts).toEqual([])
  })

  test('lets everything else through', async () => {
    const model = new ScriptedChatModel(['ok', 'ok'])
    const client = new ChatClient({ model, advisors: [guard] })
    expect(await client.prompt('harmless').call().content()).toBe('ok')
    let text = ''
    for await (const piece of client.prompt('harmless').stream().content()) text += piece
    expect(text).toBe('ok')
  })

  test('looks at system texts and at the results of tools', async () => {
    const model = new ScriptedChatModel([[{ name: 'read' }]])
    const tools = [plainTool('read', () => 'all of it is geheim')]
    const client = new ChatClient({ model, tools, advisors: [guard] })
    expect(await client.prompt('read').call().content()).toBe(DEFAULT_SAFE_GUARD_RESPONSE)
    expect(await client.prompt('x').system('Geheim').call().content()).toBe(DEFAULT_SAFE_GUARD_RESPONSE)
    expect(model.prompts).toHaveLength(1)
  })

  test('leaves nothing in the memory, so that the conversation can go on', async () => {
    const memory = new MessageWindowChatMemory()
    const model = new ScriptedChatModel(['hello'])
    const client = new ChatClient({ model, advisors: [guard, new MessageChatMemoryAdvisor(memory)] })
    await client.prompt('geheim').conversation('c').call().content()
    expect(await memory.get('c')).toEqual([])
    expect(
      await client
        .prompt('hi')
        .context({ [CONVERSATION_ID]: 'c' })
        .call()
        .content(),
    ).toBe('hello')
  })

  test('answers in the words of the application', async () => {
    const own = new SafeGuardAdvisor({ sensitiveWords: ['a'], failureResponse: 'No.' })
    expect(
      await new ChatClient({ model: new ScriptedChatModel([]), advisors: [own] }).prompt('a').call().content(),
    ).toBe('No.')
  })

  test('refuses a blank word', () => {
    expect(() => new SafeGuardAdvisor({ sensitiveWords: [' '] })).toThrow('A word of sensitiveWords cannot be blank.')
  })
})
