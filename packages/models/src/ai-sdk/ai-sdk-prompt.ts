import type {
  AssistantMessage,
  ChatOptions,
  Message,
  Prompt,
  ResponseFormat,
  ToolChoice,
  UserMessage,
} from '@vernal/chat'
import { askedOptions } from '../asked-options'
import { plainRootDialect, type Media, type ToolCall, type ToolDefinition, type ToolSet } from '@vernal/tools'
import type { ToolSetMemo } from '../tool-set-memo'
import type { AiSdkCallOptions } from './ai-sdk-language-model'
import { toolResultPart, type ToolResultForm } from './ai-sdk-tool-result'
import { keptPartsOf, type KeptParts } from './kept-parts'

/** What goes along with a prompt. */
export interface Asking extends ToolResultForm {
  readonly signal: AbortSignal
  /** Remembers {@link aiSdkTools}. */
  readonly tools: ToolSetMemo<readonly object[]>
}

/** What a model of the AI SDK is asked with for a prompt. `options.extra` goes along as `providerOptions`. */
export function aiSdkCallOptions(prompt: Prompt, defaults: ChatOptions, asking: Asking): AiSdkCallOptions {
  const asked = askedOptions(defaults, prompt.options)
  return {
    prompt: prompt.messages.map((message) => aiSdkMessage(message, asking)),
    abortSignal: asking.signal,
    ...(asked.maxTokens === undefined ? {} : { maxOutputTokens: asked.maxTokens }),
    ...(asked.temperature === undefined ? {} : { temperature: asked.temperature }),
    ...(asked.topP === undefined ? {} : { topP: asked.topP }),
    ...(asked.stop === undefined || asked.stop.length === 0 ? {} : { stopSequences: asked.stop }),
    ...(asked.seed === undefined ? {} : { seed: asked.seed }),
    ...(asked.extra === undefined ? {} : { providerOptions: asked.extra }),
    ...(asked.responseFormat === undefined ? {} : { responseFormat: aiSdkFormat(asked.responseFormat) }),
    ...toolOptions(asked, asking.tools),
  }
}

function toolOptions(
  { tools, toolChoice }: ChatOptions,
  memo: ToolSetMemo<readonly object[]>,
): Pick<AiSdkCallOptions, 'tools' | 'toolChoice'> {
  if (tools === undefined || tools.size === 0) return {}
  return {
    tools: memo.of(tools),
    ...(toolChoice === undefined ? {} : { toolChoice: aiSdkToolChoice(toolChoice) }),
  }
}

const aiSdkToolChoice = (choice: ToolChoice): object =>
  typeof choice === 'string' ? { type: choice } : { type: 'tool', toolName: choice.tool }

const aiSdkFormat = ({ name, schema }: ResponseFormat): object => ({ type: 'json', name, schema })

/** The tools of a set in the form of the AI SDK. Its packages convert schemas for their providers, but for what stands at the root. */
export const aiSdkTools = (tools: ToolSet): readonly object[] => tools.definitions.map(aiSdkTool)

const aiSdkTool = ({ name, description, inputSchema }: ToolDefinition): object => ({
  type: 'function',
  name,
  description,
  inputSchema: plainRootDialect.convert(inputSchema),
})

function aiSdkMessage(message: Message, form: ToolResultForm): object {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.content }
    case 'user':
      return { role: 'user', content: userParts(message, form.version) }
    case 'assistant':
      return { role: 'assistant', content: assistantParts(message) }
    case 'tool':
      return { role: 'tool', content: message.results.map((result) => toolResultPart(result, form)) }
  }
}

function userParts({ content, media = [] }: UserMessage, version: string): readonly object[] {
  const words = content === '' && media.length > 0 ? [] : [{ type: 'text', text: content }]
  return [...words, ...media.map((each) => filePart(each, version))]
}

function filePart({ mediaType, name, data, url }: Media, version: string): object {
  const content = data === undefined ? new URL(url) : data
  const tagged = data === undefined ? { type: 'url', url: content } : { type: 'data', data }
  return {
    type: 'file',
    mediaType,
    data: version === 'v4' ? tagged : content,
    ...(name === undefined ? {} : { filename: name }),
  }
}

/** Reasoning comes first: providers check its signature against what follows. */
function assistantParts(message: AssistantMessage): readonly object[] {
  const kept = keptPartsOf(message)
  return [
    ...(kept.reasoning ?? []).map((part) => ({ type: 'reasoning', ...part })),
    ...(message.content === '' ? [] : [{ type: 'text', text: message.content }]),
    ...(message.toolCalls ?? []).map((call) => toolCallPart(call, kept)),
  ]
}

function toolCallPart(call: ToolCall, kept: KeptParts): object {
  const providerOptions = kept.calls?.[call.id]
  return {
    type: 'tool-call',
    toolCallId: call.id,
    toolName: call.name,
    input: callInput(call.arguments),
    ...(providerOptions ? { providerOptions } : {}),
  }
}

/** Providers want an object, whatever the model wrote. */
function callInput(written: string): object {
  if (written.trim() === '') return {}
  try {
    const input: unknown = JSON.parse(written)
    if (typeof input === 'object' && input !== null && !Array.isArray(input)) return input
  } catch {
    // Falls through to the text as it is.
  }
  return { malformed_arguments: written }
}
