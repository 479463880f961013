import { createServer as createHttpServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { networkInterfaces } from 'node:os'
import { userMessage } from '@vernal/chat'
import { HttpTransport } from '../../src/openai/http-transport'
import { OpenAiChatModel, type OpenAiChatModelOptions } from '@vernal/models/openai'

const prompt = { messages: [userMessage('go')], options: {} }
const BODY = JSON.stringify({ choices: [{ index: 0, message: { content: 'ok' }, finish_reason: 'stop' }] })

async function withServer<T>(
  server: Server,
  run: (model: OpenAiChatModel, connections: () => number) => Promise<T>,
  options: Partial<OpenAiChatModelOptions> = {},
): Promise<T> {
  let connections = 0
  server.on('connection', () => connections++)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const model = new OpenAiChatModel({ model: 'm', baseUrl, maxRetries: 0, ...options })
  try {
    return await run(model, () => connections)
  } finally {
    model.close()
    server.close()
  }
}

const answering: RequestListener = (request, response) => {
  request.resume().on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end(BODY))
}

test('a connection is kept and used again', async () => {
  await withServer(createHttpServer(answering), async (model, connections) => {
    for (let round = 0; round < 5; round++) await model.call(prompt)
    expect(connections()).toBe(1)
  })
})

test('at most the configured connections are open at once', async () => {
  await withServer(
    createHttpServer(answering),
    async (model, connections) => {
      const answers = await Promise.all(Array.from({ length: 10 }, () => model.call(prompt)))
      expect(answers).toHaveLength(10)
      expect(connections()).toBe(2)
    },
    { maxConnections: 2 },
  )
})

test('as many connections are kept as were needed at once', async () => {
  await withServer(createHttpServer(answering), async (model, connections) => {
    for (let wave = 0; wave < 2; wave++) await Promise.all(Array.from({ length: 300 }, () => model.call(prompt)))
    expect(connections()).toBe(300)
  })
})

test('a connection that nobody uses is closed after its time, one that waits for an answer is not', async () => {
  const server = createHttpServer((request, response) => {
    request.resume()
    // Longer than a connection may idle.
    if (request.url === '/slow') setTimeout(() => response.end('late'), 200)
    else response.end('ok')
  })
  server.keepAliveTimeout = 0
  const closed = new Promise<void>((resolve) => {
    server.on('connection', (socket) => socket.on('close', () => resolve()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const transport = new HttpTransport(Infinity, 50)
  try {
    expect(await (await transport.fetch(`${address}/slow`, {})).text()).toBe('late')
    expect(await (await transport.fetch(`${address}/`, {})).text()).toBe('ok')
    await closed
  } finally {
    transport.close()
    server.close()
  }
})

test('each request has its own key and the headers of the configuration, and says nothing of the machine', async () => {
  const seen: IncomingHttpHeaders[] = []
  const noting: RequestListener = (request, response) => {
    seen.push(request.headers)
    answering(request, response)
  }
  const headers = { Host: 'models.example', 'X-Team': 'shop' }
  await withServer(
    createHttpServer(noting),
    async (model) => {
      await model.call(prompt)
      await model.call(prompt)
      const [first, second] = seen
      expect(first).toMatchObject({ host: 'models.example', 'x-team': 'shop', authorization: 'Bearer key-1' })
      expect(first?.['idempotency-key']).toMatch(/^vernal-/)
      expect({ ...second, 'idempotency-key': '', 'content-length': '' }).toEqual({
        ...first,
        'idempotency-key': '',
        'content-length': '',
      })
      expect(second?.['idempotency-key']).not.toBe(first?.['idempotency-key'])
      expect(Object.keys(first ?? {}).filter((name) => name.startsWith('x-stainless'))).toEqual([])
    },
    { headers, apiKey: 'key-1' },
  )
})

const hasIpv6 = Object.values(networkInterfaces()).some((entries) => entries?.some(({ address }) => address === '::1'))

// Machines without IPv6 cannot be asked over it.
;(hasIpv6 ? test : test.skip)('a server may be named by its IPv6 address', async () => {
  const server = createHttpServer(answering)
  await new Promise<void>((resolve) => server.listen(0, '::1', resolve))
  const { port } = server.address() as AddressInfo
  const model = new OpenAiChatModel({ model: 'm', baseUrl: `http://[::1]:${port}/v1`, maxRetries: 0 })
  try {
    expect((await model.call(prompt)).generations[0]?.message.content).toBe('ok')
  } finally {
    model.close()
    server.close()
  }
})

test('a kept connection that the server has closed is replaced without an error', async () => {
  const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${BODY.length}\r\n\r\n`
  const closingOnSecond = createServer((socket) => {
    let requests = 0
    socket.on('error', () => {})
    socket.on('data', () => (++requests === 1 ? socket.write(head + BODY) : socket.resetAndDestroy()))
  })
  await withServer(closingOnSecond, async (model, connections) => {
    await model.call(prompt)
    await model.call(prompt)
    expect(connections()).toBe(2)
  })
})

test('a redirect is not followed, and its target is named', async () => {
  const redirecting: RequestListener = (request, response) => {
    request.resume().on('end', () => response.writeHead(308, { location: 'https://api.example.com/v1?key=1' }).end())
  }
  await withServer(createHttpServer(redirecting), async (model) => {
    await expect(model.call(prompt)).rejects.toThrow(
      /answered 308: it redirects to https:\/\/api\.example\.com\/v1; set/,
    )
  })
})

test('an answer that breaks off counts as a broken connection', async () => {
  const breaking: RequestListener = (request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 })
      response.write('{"choices":', () => response.destroy())
    })
  }
  await withServer(createHttpServer(breaking), async (model) => {
    await expect(model.call(prompt)).rejects.toMatchObject({ code: 'MODEL_UNREACHABLE', isRetryable: true })
  })
})
