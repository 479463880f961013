import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { ChatClient, MessageChatMemoryAdvisor, MessageWindowChatMemory, run, type ChatRequestSpec } from 'vernal'
import { IssueTools } from './issue-tools'

const SAMPLE_QUESTION = 'How do I limit how often a tool is called?'

/** What the command line asks for; everything else on it is a property. */
interface Command {
  readonly question: string
  readonly interactive: boolean
  readonly maintainer: boolean
}

async function main(args: readonly string[]): Promise<void> {
  const { command, properties } = readCommand(args)
  const app = await run({ scan: __dirname, args: properties })
  try {
    const ask = (question: string): ChatRequestSpec => {
      const request = app.get(ChatClient).prompt(question)
      return command.maintainer ? request.tools(IssueTools) : request
    }
    if (command.interactive) await chat(ask)
    else await answer(ask(command.question), command.question)
  } finally {
    await app.close()
  }
}

async function answer(request: ChatRequestSpec, question: string): Promise<void> {
  process.stdout.write(`Question: ${question}\n`)
  process.stdout.write(`\n${await request.call().content()}\n`)
}

/** Asks until the user leaves; each answer is printed as it comes, and the memory carries the conversation along. */
async function chat(ask: (question: string) => ChatRequestSpec): Promise<void> {
  const memory = new MessageChatMemoryAdvisor(new MessageWindowChatMemory())
  const terminal = createInterface({ input: process.stdin, output: process.stdout, prompt: '> ' })
  // Piped input has ended before its last line is answered, and a terminal that has ended cannot prompt.
  const prompt = (): unknown => (process.stdin.isTTY ? terminal.prompt() : process.stdout.write('> '))
  process.stdout.write('Ask about the documentation. An empty line or Ctrl+D ends.\n')
  prompt()
  for await (const question of terminal) {
    if (question.trim() === '') break
    const request = ask(question).advisors(memory).conversation('terminal')
    for await (const piece of request.stream().content()) process.stdout.write(piece)
    process.stdout.write('\n')
    prompt()
  }
  terminal.close()
}

function readCommand(args: readonly string[]): { command: Command; properties: string[] } {
  const properties = args.filter((arg) => /^--[\w-]+\./.test(arg))
  const { values, positionals } = parseArgs({
    args: args.filter((arg) => !properties.includes(arg)),
    allowPositionals: true,
    options: { interactive: { type: 'boolean', short: 'i' }, maintainer: { type: 'boolean' } },
  })
  const question = positionals.join(' ').trim() || SAMPLE_QUESTION
  return {
    command: { question, interactive: values.interactive ?? false, maintainer: values.maintainer ?? false },
    properties,
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
