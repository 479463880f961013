import { mkdtempSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  approve,
  Bean,
  ChatClient,
  ChatModel,
  Configuration,
  deny,
  run,
  Service,
  Tool,
  ToolParam,
  TurnStore,
  type Application,
  type TurnState,
} from 'vernal'
import { ScriptedChatModel } from 'vernal/testing'

const folder = mkdtempSync(join(tmpdir(), 'turns-'))

// #region tools
@Service()
class Refunds {
  @Tool({ description: 'Pay money back', effect: 'write', approval: 'required' })
  refund(@ToolParam('Order id') orderId: string, @ToolParam('Amount') amount: number): string {
    return `${amount} paid back for ${orderId}`
  }

  @Tool({ description: 'Tell the customer', effect: 'external', approval: 'required' })
  sendMail(@ToolParam('Text') text: string): string {
    return `sent: ${text}`
  }
}
// #endregion

// #region store
/** Keeps suspended turns as files. Renaming a file succeeds once, so a turn is taken once. */
class FileTurnStore extends TurnStore {
  override async save(state: TurnState): Promise<void> {
    await writeFile(this.path(state.id), JSON.stringify(state))
  }

  override async find(id: string): Promise<TurnState | undefined> {
    const text = await readFile(this.path(id), 'utf8').catch(() => undefined)
    return text === undefined ? undefined : (JSON.parse(text) as TurnState)
  }

  override async take(id: string): Promise<TurnState | undefined> {
    const taken = `${this.path(id)}.${process.pid}.taken`
    const isMine = await rename(this.path(id), taken).then(
      () => true,
      () => false,
    )
    if (!isMine) return undefined
    const state = JSON.parse(await readFile(taken, 'utf8')) as TurnState
    await rm(taken)
    return state
  }

  private path(id: string): string {
    return join(folder, `${id.replace(/[^\w-]/g, '')}.json`)
  }
}

@Configuration()
class StoreConfiguration {
  @Bean()
  turnStore(): TurnStore {
    return new FileTurnStore()
  }
}
// #endregion

@Configuration()
class ModelConfiguration {
  @Bean()
  chatModel(): ChatModel {
    const refund = { name: 'refund', arguments: { orderId: 'A-1', amount: 80 } }
    const mail = { name: 'sendMail', arguments: { text: 'Your money is on its way.' } }
    return new ScriptedChatModel(
      [
        ({ messages }) => {
          const last = messages.at(-1)
          return last?.role === 'tool' ? last.results.map(({ content }) => content).join(' / ') : [refund, mail]
        },
      ],
      { repeatLast: true },
    )
  }
}

const start = (): Promise<Application> => run({ components: [Refunds, StoreConfiguration, ModelConfiguration] })

async function main(): Promise<void> {
  const shop = await start()
  // #region ask
  const { outcome } = await shop.get(ChatClient).prompt('Refund order A-1').call().chatClientResponse()
  if (outcome?.type !== 'approvalRequired') throw new Error('nobody has to be asked')
  const question = JSON.stringify(outcome.state)
  // #endregion
  console.log(outcome.approvals.map(({ name, arguments: args }) => `${name} ${JSON.stringify(args)}`).join('\n'))
  // prints: refund {"orderId":"A-1","amount":80}
  // prints: sendMail {"text":"Your money is on its way."}
  await shop.close()

  const later = await start()
  // #region decide
  const state = JSON.parse(question) as TurnState
  const decisions = Object.fromEntries(
    state.approvals.map(({ id, name, arguments: args }) => [
      id,
      name === 'refund' ? approve({ ...args, amount: 60 }) : deny('We call the customer.'),
    ]),
  )
  const answer = await later.get(ChatClient).resume(state, decisions).call().content()
  // #endregion
  console.log(answer)
  // prints: Approved with other arguments: {"orderId":"A-1","amount":60}
  // prints: 60 paid back for A-1 / The call of "sendMail" was not approved: We call the customer.
  await later
    .get(ChatClient)
    .resume(state, decisions)
    .call()
    .content()
    .catch((error: Error) => console.log(error.message))
  // prints: is not suspended: it was resumed already
  await later.close()
  await rm(folder, { recursive: true })
}

void main()
