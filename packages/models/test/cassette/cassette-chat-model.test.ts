import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  assistantMessage,
  ChatClient,
  ToolCallingAdvisor,
  ToolCallingManager,
  userMessage,
  type ChatModel,
  type ChatResponse,
  type Prompt,
} from '@vernal/chat'
import { ScriptedChatModel, type ScriptedAnswer } from '@vernal/chat/testing'
import { functionTool, ToolGate, ToolOutput } from '@vernal/tools'
import {
  Cassette,
  CassetteChatModel,
  CassetteToolExecutor,
  ModelError,
  type CassetteMode,
  type CassetteOptions,
} from '@vernal/models/cassette'
import { OpenAiChatModel } from '@vernal/models/openai'
import { failure, OpenAiLoopbackServer, testCassette, text, type ScriptedReply } from '@vernal/models/testing'
import fc from 'fast-check'

const folder = mkdtempSync(join(tmpdir(), 'vernal-cassette-'))
let files = 0
const newPath = (ending = 'yaml'): string => join(folder, `deep/${++files}.${ending}`)

const prompt = (text: string, options = {}): Prompt => ({ messages: [userMessage(text)], options })
const add = functionTool({
  name: 'add',
  description: 'Adds.',
  parameters: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } } },
  execute: ({ a, b }) => Number(a) + Number(b),
})

const playing = (
  path: string,
  mode: CassetteMode,
  model?: ChatModel | (() => ChatModel),
  rest: Partial<CassetteOptions> = {},
) => new CassetteChatModel({ cassette: { path, mode, ...rest }, model })

async function record(
  path: string,
  script: readonly ScriptedAnswer[],
  ask: (model: ChatModel) => Promise<unknown>,
  rest: Partial<CassetteOptions> = {},
) {
  await using model = playing(path, 'record', new ScriptedChatModel(script), rest)
  return ask(model)
}

async function chunksOf(stream: AsyncIterable<ChatResponse>): Promise<readonly ChatResponse[]> {
  const chunks: ChatResponse[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return chunks
}

const turn = (model: ChatModel): Promise<string> =>
  new ChatClient({ model, tools: [add] }).prompt('2 + 3?').call().content()
const TURN: readonly ScriptedAnswer[] = [
  [{ name: 'add', arguments: { a: 2, b: 3 }, id: 'from-the-server' }],
  'It is 5.',
]

const failureOf = async (promise: Promise<unknown>): Promise<Error> => {
  const failed: unknown = await promise.then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(failed).toBeInstanceOf(Error)
  return failed as Error
}

describe.each(['yaml', 'json'])('a cassette in %s', (ending) => {
  test('gives a recorded turn with tools again without the model', async () => {
    const path = newPath(ending)
    expect(await record(path, TURN, turn)).toBe('It is 5.')
    await using model = playing(path, 'replay')
    expect(await turn(model)).toBe('It is 5.')
  })

  test('gives a stream again chunk by chunk', async () => {
    const path = newPath(ending)
    const answer = {
      text: 'one two three',
      chunks: ['on', 'e two', ' three'],
      usage: { promptTokens: 1, completionTokens: 2, totalTokens: 3 },
    }
    const recorded = await record(path, [answer], (model) => chunksOf(model.stream(prompt('go'))))
    await using model = playing(path, 'replay')
    expect(await chunksOf(model.stream(prompt('go')))).toEqual(recorded)
    expect(recorded).toHaveLength(4)
  })
})

test('any answers in any chunks come back as they were', async () => {
  const answers = fc.array(
    fc.record({
      text: fc.string({ unit: 'binary' }),
      chunks: fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 5 }),
    }),
    { minLength: 1, maxLength: 4 },
  )
  await fc.assert(
    fc.asyncProperty(answers, fc.constantFrom('yaml', 'json'), async (given, ending) => {
      const path = newPath(ending)
      const off = { redact: { secrets: false, emails: false } }
      const askAll = async (model: ChatModel) => {
        const all: unknown[] = []
        for (const [index] of given.entries()) {
          all.push(await model.call(prompt(`${index % 2}`)), await chunksOf(model.stream(prompt(`${index % 2}`))))
        }
        return all
      }
      const recorded = await record(
        path,
        given.flatMap((answer) => [answer.text, answer]),
        askAll,
        off,
      )
      await using model = playing(path, 'replay', undefined, off)
      expect(await askAll(model)).toEqual(recorded)
    }),
    { numRuns: 40 },
  )
})

test('the file can be read by people', async () => {
  const path = newPath()
  await record(path, TURN, (model) => new ChatClient({ model, tools: [add] }).prompt('2 + 3?').call().content())
  expect(readFileSync(path, 'utf8').replace(/add [0-9a-f]{8}/g, 'add 12345678')).toBe(`version: 1
entries:
  - request:
      messages:
        - role: user
          content: 2 + 3?
      tools:
        - add 12345678
    answer:
      generations:
        - message:
            role: assistant
            content: ""
            toolCalls:
              - id: from-the-server
                name: add
                arguments: '{"a":2,"b":3}'
          finishReason: tool-calls
      metadata: {}
  - request:
      messages:
        - role: user
          content: 2 + 3?
        - role: assistant
          calls:
            - id: call-1
              name: add
              arguments:
                a: 2
                b: 3
        - role: tool
          results:
            - id: call-1
              name: add
              content: "5"
      tools:
        - add 12345678
    answer:
      generations:
        - message:
            role: assistant
            content: It is 5.
          finishReason: stop
      metadata: {}
`)
})

describe('a request is found', () => {
  test.each([
    ['whatever its call ids and the order of keys in arguments', { id: 'other', arguments: '{ "b": 3, "a": 2 }' }, {}],
    [
      'whatever providers attached to messages',
      { id: 'x', arguments: '{"a":2,"b":3}' },
      { metadata: { signature: 'y' } },
    ],
  ])('%s', async (_what, call, rest) => {
    const asked = (id: string, args: string, more = {}): Prompt => ({
      messages: [
        userMessage('2 + 3?'),
        { ...assistantMessage('', [{ id, name: 'add', arguments: args }]), ...more },
        { role: 'tool', results: [{ callId: id, name: 'add', content: '5' }] },
      ],
      options: {},
    })
    const path = newPath()
    await record(path, ['5'], (model) => model.call(asked('recorded', '{"a":2,"b":3}')))
    await using model = playing(path, 'replay')
    expect((await model.call(asked(call.id, call.arguments, rest))).generations[0]!.message.content).toBe('5')
  })

  test('whatever the order of its options, and without those that are ignored', async () => {
    const path = newPath()
    const ignoring = { ignoredOptions: ['seed'] }
    await record(path, ['5'], (model) => model.call(prompt('go', { temperature: 0, topP: 1, seed: 1 })), ignoring)
    await using model = playing(path, 'replay', undefined, ignoring)
    await expect(model.call(prompt('go', { seed: 2, topP: 1, temperature: 0 }))).resolves.toBeDefined()
  })

  test('in any order, and equal ones in the order they were recorded', async () => {
    const path = newPath()
    const askAll = (model: ChatModel, texts: readonly string[]) =>
      Promise.all(texts.map((text) => model.call(prompt(text))))
    const words = (responses: readonly ChatResponse[]) =>
      responses.map(({ generations }) => generations[0]!.message.content)
    const script = ['first a', 'first b', 'second a']
    expect(words((await record(path, script, (model) => askAll(model, ['a', 'b', 'a']))) as ChatResponse[])).toEqual(
      script,
    )
    await using model = playing(path, 'replay')
    expect(words(await askAll(model, ['b', 'a', 'a']))).toEqual(['first b', 'first a', 'second a'])
  })

  test('of two turns at once, each with its own answers', async () => {
    const path = newPath()
    const both = (model: ChatModel) => {
      const client = new ChatClient({ model })
      return Promise.all(['left', 'right'].map((side) => client.prompt(side).call().content()))
    }
    const echo = (asked: Prompt) => `answer to ${(asked.messages[0] as { content: string }).content}`
    const recorded = await record(path, [echo, echo], both)
    await using model = playing(path, 'replay')
    expect(await both(model)).toEqual(recorded)
  })
})

describe('a request that changed', () => {
  test('fails with what is different', async () => {
    const path = newPath()
    await record(path, TURN, turn)
    const model = playing(path, 'replay')
    const failed = await failureOf(new ChatClient({ model, tools: [add] }).prompt('2 + 4?').call().content())
    expect(failed).toMatchObject({ code: 'MODEL_CASSETTE_MISMATCH' })
    expect(failed.message).toContain('entry 1 (call, "2 + 3?")')
    expect(failed.message).toContain('-     content: 2 + 3?\n+     content: 2 + 4?')
    await model.close()
  })

  test('fails when a tool has another definition', async () => {
    const path = newPath()
    await record(path, TURN, turn)
    const other = functionTool({
      name: 'add',
      description: 'Adds numbers.',
      parameters: { type: 'object' },
      execute: () => 5,
    })
    const model = playing(path, 'replay')
    const failed = await failureOf(new ChatClient({ model, tools: [other] }).prompt('2 + 3?').call().content())
    expect(failed.message).toMatch(/-\s+- add [0-9a-f]{8}\n\+\s+- add [0-9a-f]{8}/)
  })

  test('fails when it was answered already, or streams what was a call', async () => {
    const path = newPath()
    await record(path, ['5'], (model) => model.call(prompt('go')))
    await using model = playing(path, 'replay')
    const streamed = await failureOf(chunksOf(model.stream(prompt('go'))))
    expect(streamed.message).toContain('- kind: call\n+ kind: stream')
    await model.call(prompt('go'))
    expect((await failureOf(model.call(prompt('go')))).message).toContain('all its answers were given: entry 1')
  })
})

describe('what was not asked for', () => {
  test('is told at the end of a replay, once', async () => {
    const path = newPath()
    await record(path, ['1', '2'], async (model) => {
      await model.call(prompt('first'))
      await model.call(prompt('second'))
    })
    const model = playing(path, 'replay')
    await model.call(prompt('first'))
    const failed = await failureOf(model.close())
    expect(failed).toMatchObject({ code: 'MODEL_CASSETTE_LEFTOVER' })
    expect(failed.message).toContain('entry 2 (call, "second")')
    await model.close()
  })
})

describe('the mode', () => {
  const CI = process.env.CI
  beforeEach(() => delete process.env.CI)
  afterAll(() => {
    if (CI !== undefined) process.env.CI = CI
  })

  test('auto asks for what is not there, and keeps what is', async () => {
    const path = newPath()
    await record(path, ['recorded'], (model) => model.call(prompt('old')))
    const real = new ScriptedChatModel(['new answer'])
    await using model = playing(path, 'auto', real)
    expect((await model.call(prompt('old'))).generations[0]!.message.content).toBe('recorded')
    expect((await model.call(prompt('new'))).generations[0]!.message.content).toBe('new answer')
    expect(real.prompts).toHaveLength(1)
    expect(readFileSync(path, 'utf8').match(/- request:/g)).toHaveLength(2)
  })

  test('auto only replays in CI', async () => {
    const path = newPath()
    await record(path, ['recorded'], (model) => model.call(prompt('old')))
    process.env.CI = 'true'
    const model = playing(path, 'auto', new ScriptedChatModel(['new answer']))
    expect(await failureOf(model.call(prompt('new')))).toMatchObject({ code: 'MODEL_CASSETTE_MISMATCH' })
    expect(() => playing(newPath(), 'auto')).toThrow(expect.objectContaining({ code: 'MODEL_CASSETTE_MISSING' }))
  })

  test('record replaces the file', async () => {
    const path = newPath()
    await record(path, ['one'], (model) => model.call(prompt('one')))
    await record(path, ['two'], (model) => model.call(prompt('two')))
    expect(readFileSync(path, 'utf8')).not.toContain('one')
  })

  test('replay needs a file, and never makes the model', async () => {
    expect(() => playing(newPath(), 'replay')).toThrow(expect.objectContaining({ code: 'MODEL_CASSETTE_MISSING' }))
    const path = newPath()
    await record(path, ['one'], (model) => model.call(prompt('one')))
    await using model = playing(path, 'replay', () => {
      throw new Error('There is no key')
    })
    await expect(model.call(prompt('one'))).resolves.toBeDefined()
  })

  test('what fails, and a stream that is left, is not recorded', async () => {
    const path = newPath()
    await record(path, [new Error('down'), 'one two', 'kept'], async (model) => {
      await failureOf(model.call(prompt('a')))
      for await (const _chunk of model.stream(prompt('b'))) break
      await model.call(prompt('c'))
    })
    expect(readFileSync(path, 'utf8').match(/- request:/g)).toHaveLength(1)
  })
})

describe('a failure', () => {
  const refused = failure(400, 'Too long for sk-proj-abcdefgh12345678')
  const piece = (content: string) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`
  const busy = failure(503, 'Busy')

  async function recordedWith(mode: CassetteMode, path: string, replies: readonly ScriptedReply[]) {
    await using server = await OpenAiLoopbackServer.start(replies)
    const asked = new OpenAiChatModel({ model: 'm', baseUrl: server.baseUrl, maxRetries: 0 })
    await using model = playing(path, mode, asked)
    const failed = await failureOf(model.call(prompt('go')))
    const streamed = await failureOf(chunksOf(model.stream(prompt('go'))))
    return { failed, streamed }
  }

  test.each(['yaml', 'json'])('of the server is thrown again, as it was (%s)', async (ending) => {
    const path = newPath(ending)
    const { failed, streamed } = await recordedWith('record', path, [busy, busy])
    await using model = playing(path, 'replay')
    for (const [original, again] of [
      [failed, await failureOf(model.call(prompt('go')))],
      [streamed, await failureOf(chunksOf(model.stream(prompt('go'))))],
    ] as const) {
      expect(again).toBeInstanceOf(ModelError)
      expect({ ...again, requestId: undefined, message: again.message }).toEqual({
        ...original,
        requestId: undefined,
        message: original.message,
      })
      expect(again).toMatchObject({ code: 'MODEL_SERVER_FAILED', status: 503, isRetryable: true })
    }
  })

  test('is written without secrets', async () => {
    const path = newPath()
    await recordedWith('record', path, [refused, refused])
    expect(readFileSync(path, 'utf8')).toContain('code: MODEL_REQUEST_REFUSED')
    expect(readFileSync(path, 'utf8')).not.toContain('abcdefgh')
  })

  test('that may pass is asked again in the mode auto, another one is not', async () => {
    const CI = process.env.CI
    delete process.env.CI
    const [passing, lasting] = [newPath(), newPath()]
    await recordedWith('auto', passing, [busy, busy])
    await recordedWith('auto', lasting, [refused, refused])
    expect(existsSync(passing)).toBe(false)
    expect((await failureOf(playing(lasting, 'auto').call(prompt('go')))).message).toContain('Too long')
    if (CI !== undefined) process.env.CI = CI
  })

  test('within a stream comes after its chunks', async () => {
    const path = newPath()
    await using server = await OpenAiLoopbackServer.start([{ sse: ['Once ', 'upon'].map(piece) }])
    const asked = new OpenAiChatModel({ model: 'm', baseUrl: server.baseUrl, maxRetries: 0 })
    const told = async (model: ChatModel): Promise<string> => {
      const pieces: string[] = []
      const reading = (async () => {
        for await (const { generations } of model.stream(prompt('go'))) pieces.push(generations[0]!.message.content)
      })()
      return `${(await failureOf(reading)).message} ${pieces.join('|')}`
    }
    const recorded = await told(playing(path, 'record', asked))
    expect(recorded).toMatch(/before the answer was complete.*Once \|upon$/s)
    expect(await told(playing(path, 'replay'))).toBe(recorded)
  })

  test('of who records is not recorded', async () => {
    const path = newPath()
    await using server = await OpenAiLoopbackServer.start([failure(401, 'Wrong key')])
    const here = new OpenAiChatModel({ model: 'm', baseUrl: server.baseUrl, maxRetries: 0 })
    const nowhere = new OpenAiChatModel({ model: 'm', baseUrl: 'http://127.0.0.1:1/v1', maxRetries: 0 })
    for (const model of [here, nowhere]) await failureOf(playing(path, 'record', model).call(prompt('go')))
    expect(existsSync(path)).toBe(false)
  })

  test('that was given up is not recorded', async () => {
    const path = newPath()
    await using server = await OpenAiLoopbackServer.start([text('late')])
    const asked = new OpenAiChatModel({ model: 'm', baseUrl: server.baseUrl })
    const aborting = new AbortController()
    const asking = playing(path, 'record', asked).call(prompt('go'), aborting.signal)
    aborting.abort(new Error('enough'))
    expect((await failureOf(asking)).message).toBe('enough')
    expect(existsSync(path)).toBe(false)
  })
})

describe('secrets', () => {
  const SECRETS = [
    'sk-proj-abcdefgh12345678',
    'ghp_abcdefghijklmnop1234',
    'AKIAIOSFODNN7EXAMPLE',
    'xoxb-123456789012-abcdef',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.sig',
    'jane.doe@example.com',
    'jürgen@münchen.example',
  ]

  test('are not written, and a replay finds the request all the same', async () => {
    const path = newPath()
    const asked = prompt(
      `Use ${SECRETS.join(' and ')}, password=hunter2222, postgres://me:hunter3333@db/x, Authorization: Bearer abcdefgh.12`,
    )
    const answers: ScriptedAnswer[] = [
      [{ name: 'send', arguments: { to: SECRETS[5], password: 'hunter4444', nested: { apiKey: 'plain-words' } } }],
    ]
    await record(path, answers, (model) => model.call(asked))
    const written = readFileSync(path, 'utf8')
    for (const secret of [...SECRETS, 'hunter', 'plain-words', 'abcdefgh.12']) expect(written).not.toContain(secret)
    await using model = playing(path, 'replay')
    await expect(model.call(asked)).resolves.toBeDefined()
  })

  test('in arguments that went back are not written', async () => {
    const path = newPath()
    const history: Prompt = {
      messages: [
        userMessage('go'),
        assistantMessage('', [{ id: '1', name: 'f', arguments: '{"token":"plain-words-1"}' }]),
      ],
      options: {},
    }
    await record(path, ['ok'], (model) => model.call(history))
    expect(readFileSync(path, 'utf8')).not.toContain('plain-words-1')
  })

  test('of an application can be named, and addresses kept', async () => {
    const path = newPath()
    const redact = { emails: false, patterns: [/\d{4}-\d\d-\d\d/, 'ACME'] }
    const asked = (date: string) => prompt(`Today is ${date} at ACME; mail me@example.com`)
    await record(path, ['ok'], (model) => model.call(asked('2026-01-01')), { redact })
    expect(readFileSync(path, 'utf8')).toContain('Today is *** at ***; mail me@example.com')
    await using model = playing(path, 'replay', undefined, { redact })
    await expect(model.call(asked('2027-02-02'))).resolves.toBeDefined()
  })

  test('of requests and accounts in the metadata are left out', async () => {
    const path = newPath()
    class Telling extends ScriptedChatModel {
      override async call(asked: Prompt): Promise<ChatResponse> {
        const response = await super.call(asked)
        return { ...response, metadata: { extra: { requestId: 'req-1', rateLimits: { a: '1' }, answeredBy: 'x' } } }
      }
    }
    await using model = playing(path, 'record', new Telling(['ok']))
    await model.call(prompt('go'))
    const written = readFileSync(path, 'utf8')
    expect(written).toContain('answeredBy: x')
    expect(written).not.toMatch(/req-1|rateLimits/)
  })
})

describe('a file that was edited wrongly', () => {
  const REQUEST = '  - request:\n      messages:\n        - role: user\n          content: go\n'

  test.each([
    ['is no YAML', 'version: 1\nentries: [\n  {a: 1}\n', 4],
    ['is of another version', 'version: 2\nentries: []\n', 1],
    ['is empty', '', 1],
    ['has no answer', `version: 1\nentries:\n${REQUEST}`, 3],
    [
      'has both',
      `version: 1\nentries:\n${REQUEST}    stream: []\n    answer:\n      generations: []\n      metadata: {}\n`,
      3,
    ],
    ['has an unknown role', `version: 1\nentries:\n${REQUEST.replace('user', 'robot')}    stream: []\n`, 5],
    ['has a chunk that is none', `version: 1\nentries:\n${REQUEST}    stream:\n      - one\n      - 5\n`, 9],
    [
      'has a chunk with wrong content',
      `version: 1\nentries:\n${REQUEST}    stream:\n      - generations:\n          - message:\n              role: assistant\n              content: 5\n        metadata: {}\n`,
      11,
    ],
    ['has a field twice', 'version: 1\nversion: 1\nentries: []\n', 2],
    ['has a field nobody knows', `version: 1\nentries:\n${REQUEST}    stream: []\n    responce: x\n`, 3],
    [
      'repeats itself without end',
      `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c]\n`,
      0,
    ],
  ])('and %s is refused with its line', (_what, text, line) => {
    const path = newPath().replace('deep/', '')
    writeFileSync(path, text)
    expect(() => new Cassette({ path, mode: 'replay' })).toThrow(
      expect.objectContaining({
        code: 'MODEL_CASSETTE_INVALID',
        message: expect.stringContaining(line === 0 ? path : `${path}:${line}:`),
      }),
    )
  })
})

test('models of different names have their own rounds on one cassette', async () => {
  const path = newPath()
  const models = (mode: CassetteMode) => {
    const cassette = new Cassette({ path, mode })
    return ['left', 'right'].map(
      (name) => new CassetteChatModel({ cassette, name, model: new ScriptedChatModel([name]) }),
    )
  }
  const ask = (each: readonly ChatModel[]) => Promise.all(each.map((model) => model.call(prompt('go'))))
  const recorded = await ask(models('record'))
  expect(await ask(models('replay'))).toEqual(recorded)
  expect(recorded.map(({ generations }) => generations[0]!.message.content)).toEqual(['left', 'right'])
})

test('an aborted signal ends a replay with its reason', async () => {
  const path = newPath()
  await record(path, ['one two three'], (model) => chunksOf(model.stream(prompt('go'))))
  const aborting = new AbortController()
  await using model = playing(path, 'replay')
  const reading = (async () => {
    for await (const _chunk of model.stream(prompt('go'), aborting.signal)) aborting.abort('enough')
  })()
  await expect(reading).rejects.toBe('enough')
})

describe('tools from the recording', () => {
  const client = (cassette: Cassette, model: ChatModel | undefined, execute: () => unknown) => {
    const counted = functionTool({
      name: 'count',
      parameters: { type: 'object', properties: { of: { type: 'string' } } },
      execute,
    })
    const gate = new ToolGate({ executor: new CassetteToolExecutor(cassette) })
    const loop = new ToolCallingAdvisor({ manager: new ToolCallingManager({ gate }) })
    return new ChatClient({
      model: new CassetteChatModel({ cassette, model }),
      tools: [counted],
      toolCallingAdvisor: loop,
    })
  }
  const SCRIPT: readonly ScriptedAnswer[] = [[{ name: 'count', arguments: { of: 'cups' } }], 'Seven cups.']
  const asked = (chat: ChatClient) => chat.prompt('How many?').call().content()
  const neverRun = (): never => {
    throw new Error('The tool ran')
  }

  test('are not run again', async () => {
    const path = newPath()
    const recording = new Cassette({ path, mode: 'record' })
    await asked(client(recording, new ScriptedChatModel(SCRIPT), () => ({ cups: 7 })))
    const cassette = new Cassette({ path, mode: 'replay' })
    expect(await asked(client(cassette, undefined, neverRun))).toBe('Seven cups.')
    cassette.close()
    expect(readFileSync(path, 'utf8')).toContain(
      'tools:\n  - name: count\n    arguments:\n      of: cups\n    result:\n      cups: 7\n',
    )
  })

  test('fail again as they failed', async () => {
    const path = newPath()
    const failing = () => {
      throw new Error('The shelf is locked')
    }
    const recording = new Cassette({ path, mode: 'record' })
    await asked(client(recording, new ScriptedChatModel(SCRIPT), failing))
    expect(await asked(client(new Cassette({ path, mode: 'replay' }), undefined, () => 7))).toBe('Seven cups.')
  })

  test.each<[string, unknown]>([
    ['an error of its kind', Object.assign(new RangeError('Too many'), { code: 'E_CUPS' })],
    ['what is no error', 'no cups'],
  ])('throw again what they threw: %s', async (_what, thrown) => {
    const path = newPath()
    const fail = async () => {
      throw thrown
    }
    const played = (mode: CassetteMode, run: () => Promise<unknown>): Promise<unknown> =>
      new Cassette({ path, mode }).toolResult('count', {}, run).catch((error: unknown) => error)
    expect(await played('record', fail)).toBe(thrown)
    const again = await played('replay', neverRun)
    expect(again).toEqual(thrown)
    if (thrown instanceof Error) expect(again).toMatchObject({ name: 'RangeError', code: 'E_CUPS' })
  })

  test('give pictures again', async () => {
    const path = newPath()
    const media = [{ mediaType: 'image/png', data: 'QUJD' }]
    const output = new ToolOutput({ content: ['Cups:', ...media], structured: { cups: 7 } })
    const results: unknown[] = []
    for (const [mode, execute] of [
      ['record', () => output],
      ['replay', neverRun],
    ] as const) {
      const cassette = new Cassette({ path, mode })
      const script = mode === 'record' ? new ScriptedChatModel(SCRIPT) : undefined
      await asked(client(cassette, script, execute))
      results.push(await new Cassette({ path, mode: 'replay' }).toolResult('count', { of: 'cups' }, neverRun))
    }
    expect(results).toEqual([output, output])
    expect((results[1] as ToolOutput).media).toEqual(media)
  })

  test('are told when they were not asked for', async () => {
    const path = newPath()
    const recording = new Cassette({ path, mode: 'record' })
    for (const what of ['cups', 'plates']) await recording.toolResult('count', { of: what }, () => Promise.resolve(7))
    const cassette = new Cassette({ path, mode: 'replay' })
    await cassette.toolResult('count', { of: 'cups' }, neverRun)
    const failed = await failureOf(Promise.resolve().then(() => cassette.close()))
    expect(failed).toMatchObject({ code: 'MODEL_CASSETTE_LEFTOVER' })
    expect(failed.message).toContain('tool call: count {"of":"plates"}')
    expect(failed.message).not.toContain('cups')
    const runsForReal = new Cassette({ path, mode: 'replay' })
    expect(() => runsForReal.close()).not.toThrow()
  })

  test('that miss end the turn with what is missing', async () => {
    const path = newPath()
    const recording = new Cassette({ path, mode: 'record' })
    await asked(
      new ChatClient({
        model: new CassetteChatModel({ cassette: recording, model: new ScriptedChatModel(SCRIPT) }),
        tools: [
          functionTool({
            name: 'count',
            parameters: { type: 'object', properties: { of: { type: 'string' } } },
            execute: () => 7,
          }),
        ],
      }),
    )
    const failed = await failureOf(asked(client(new Cassette({ path, mode: 'replay' }), undefined, neverRun)))
    expect(failed).toMatchObject({ code: 'MODEL_CASSETTE_MISMATCH' })
    expect(failed.message).toContain('It is the tool call: count {"of":"cups"}')
  })

  test('that were not recorded are not run', async () => {
    const path = newPath()
    const recording = new Cassette({ path, mode: 'record' })
    await new CassetteChatModel({ cassette: recording, model: new ScriptedChatModel(['hi']) }).call(prompt('go'))
    const missing = new Cassette({ path, mode: 'replay' }).toolResult(
      'count',
      { of: 'cups', apiKey: 'plain-words' },
      neverRun,
    )
    const failed = await failureOf(missing)
    expect(failed).toMatchObject({ code: 'MODEL_CASSETTE_MISMATCH' })
    expect(failed.message).toContain('count {"apiKey":"***","of":"cups"}')
  })
})

describe('a cassette of a test', () => {
  afterAll(() => rmSync(join(__dirname, '__cassettes__'), { recursive: true, force: true }))

  test('is named after it, recorded once and replayed then', async () => {
    const CI = process.env.CI
    delete process.env.CI
    for (const script of [['hi'], []]) {
      await using model = testCassette(() => new ScriptedChatModel(script))
      expect((await model.call(prompt('go'))).generations[0]!.message.content).toBe('hi')
    }
    if (CI !== undefined) process.env.CI = CI
    const name = 'a-cassette-of-a-test-is-named-after-it-recorded-once-and-replayed-then.yaml'
    expect(existsSync(join(__dirname, '__cassettes__/cassette-chat-model.test', name))).toBe(true)
  })
})

test('the bytes of a picture are told apart by their fingerprint', async () => {
  const path = newPath()
  const picture = (letter: string): Prompt => ({
    messages: [userMessage('What is this?', [{ mediaType: 'image/png', data: letter.repeat(1000) }])],
    options: {},
  })
  await record(path, ['A cup.'], (model) => model.call(picture('A')))
  expect(readFileSync(path, 'utf8')).toMatch(/data: sha256 [0-9a-f]{16}\n/)
  const model = playing(path, 'replay')
  await expect(model.call(picture('A'))).resolves.toBeDefined()
  expect(await failureOf(model.call(picture('B')))).toMatchObject({ code: 'MODEL_CASSETTE_MISMATCH' })
})
