import { ToolSearchToolCallingAdvisor } from '@vernal/chat'
import { CompositeEviction, KeywordToolIndex, LruEviction, TtlEviction } from '@vernal/tools'
import { Bean, ChatClient, ChatModel, Configuration, run, Tool, ToolCallingManager } from 'vernal'
import { ScriptedChatModel } from 'vernal/testing'

class DocsTools {
  @Tool('Search the documentation') searchDocs(query: string): string {
    return `page about ${query}`
  }
}

class IssueTools {
  @Tool('Open an issue in the tracker') openIssue(title: string): string {
    return `opened: ${title}`
  }
}

// #region wiring
@Configuration()
class ToolSearchConfiguration {
  @Bean()
  toolSearchAdvisor(manager: ToolCallingManager): ToolSearchToolCallingAdvisor {
    return new ToolSearchToolCallingAdvisor({
      manager, // keeps the limits, the error policy and the events
      toolIndex: new KeywordToolIndex({ minScore: 0.3 }),
      maxResults: 5,
      evictionStrategy: new CompositeEviction(new TtlEviction(30 * 60_000), new LruEviction(200)),
    })
  }

  @Bean()
  chatClient(model: ChatModel, advisor: ToolSearchToolCallingAdvisor): ChatClient {
    return new ChatClient({ model, toolCallingAdvisor: advisor, tools: [new DocsTools()] })
  }
}

/** The tool that writes can be found only where it is attached: in the sessions of maintainers. */
function ask(chat: ChatClient, isMaintainer: boolean, sessionId: string, question: string): Promise<string> {
  const request = chat.prompt(question).conversation(sessionId)
  return (isMaintainer ? request.tools(new IssueTools()) : request).call().content()
}

const onLogout = (advisor: ToolSearchToolCallingAdvisor, sessionId: string): void => advisor.evictSession(sessionId)
// #endregion

const search = { name: 'toolSearchTool', arguments: { query: 'open an issue' } }
const open = { name: 'openIssue', arguments: { title: 'typo' } }

@Configuration()
class ModelConfiguration {
  @Bean()
  chatModel(): ChatModel {
    const last = ({ messages }: { messages: readonly object[] }): string => JSON.stringify(messages.at(-1))
    return new ScriptedChatModel([[search], [open], last, [search], [open], last])
  }
}

async function main(): Promise<void> {
  const app = await run({ components: [ToolSearchConfiguration, ModelConfiguration] })
  const chat = app.get(ChatClient)
  console.log(await ask(chat, true, 'ada', 'Report the typo'))
  // prints: opened: typo
  console.log(await ask(chat, false, 'bob', 'Report the typo'))
  // prints: openIssue
  // prints: "isError":true
  onLogout(app.get(ToolSearchToolCallingAdvisor), 'ada')
  await app.close()
}

void main()
