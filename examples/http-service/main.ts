import { once } from 'node:events'
import { createServer, get, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import {
  ChatClient,
  ConfigurationProperties,
  EnableConfigurationProperties,
  Lifecycle,
  Logger,
  run,
  Service,
  Tool,
  ToolContext,
} from 'vernal'

// #region tool
@Service()
export class Clock {
  @Tool('The time in a town')
  async time(town: string, context: ToolContext): Promise<string> {
    await pause(300, undefined, { signal: context.signal })
    return `Ten past nine in ${town}`
  }
}
// #endregion

// #region properties
export class ServerProperties extends ConfigurationProperties('server', z.object({ port: z.int().default(8080) })) {}
// #endregion

// #region server
@Service()
@EnableConfigurationProperties([ServerProperties])
export class ChatServer extends Lifecycle {
  private readonly server = createServer((request, response) => {
    const question = new URL(request.url ?? '/', 'http://localhost').searchParams.get('question')
    if (question) void this.answer(question, response)
    else response.writeHead(400).end('Ask with ?question=…')
  })
  private readonly turns = new Set<AbortController>()

  constructor(
    private readonly chat: ChatClient,
    private readonly properties: ServerProperties,
    private readonly logger: Logger,
  ) {
    super()
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port
  }

  get running(): number {
    return this.turns.size
  }

  override async start(): Promise<void> {
    this.server.listen(this.properties.port)
    await once(this.server, 'listening')
  }

  /** Takes no new requests, lets turns end for a second, and then gives up those that are left. */
  override async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()))
    const gaveUp = setTimeout(() => this.turns.forEach((turn) => turn.abort()), 1000)
    await closed
    clearTimeout(gaveUp)
  }

  /** One turn as server-sent events. */
  private async answer(question: string, response: ServerResponse): Promise<void> {
    const turn = new AbortController()
    this.turns.add(turn)
    // Closed by a client that leaves, and after the end: then there is nothing left to abort.
    response.on('close', () => turn.abort())
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
    try {
      for await (const event of this.chat.prompt(question).signal(turn.signal).stream().events()) {
        const hasRoom = response.write(`data: ${JSON.stringify(event)}\n\n`)
        // The signal ends the wait for a client that reads no more.
        if (!hasRoom) await once(response, 'drain', { signal: turn.signal })
      }
    } catch (err) {
      if (!turn.signal.aborted) this.logger.error({ err }, 'A turn failed')
    } finally {
      this.turns.delete(turn)
      response.end()
    }
  }
}
// #endregion

async function main(): Promise<void> {
  const app = await run({ components: [Clock, ChatServer], configDir: __dirname })
  const server = app.get(ChatServer)
  const url = `http://localhost:${server.port}/?question=${encodeURIComponent('What is the time in Bath?')}`

  let body = ''
  for await (const chunk of await fetch(url).then((response) => response.body ?? []))
    body += Buffer.from(chunk).toString()
  const types = body.split('\n\n').flatMap((line) => /"type":"([\w-]+)"/.exec(line)?.[1] ?? [])
  console.log([...new Set(types)].join(' '))
  // prints: round-started round-ended tool-call tool-result text-delta turn-ended

  const leaving = get(url)
  const [response] = (await once(leaving, 'response')) as [NodeJS.ReadableStream]
  await once(response, 'data')
  leaving.destroy()
  while (server.running > 0) await pause(5)
  console.log('left, and nothing runs any more')
  // prints: left, and nothing runs any more

  const last = fetch(url).then((answer) => answer.text())
  while (server.running === 0) await pause(5)
  await app.close()
  console.log((await last).includes('"type":"completed"') ? 'closed after the last answer' : 'cut off')
  // prints: closed after the last answer
}

void main()
