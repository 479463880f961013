import type { ChatOptions, Prompt, ToolChoice } from '@vernal/chat'
import { askedOptions } from '../asked-options'
import type { ReasoningEcho } from './echoed-fields'
import { requestMessages } from './request-message'
import { completionFormat } from './response-format'
import type { ServerTraits } from './server-presets'
import type { ToolSetMemo } from '../tool-set-memo'

/** How a body is made, besides the prompt. */
export interface RequestBodyOptions {
  readonly model: string
  /** Names the server in errors. */
  readonly server: string
  readonly defaults: ChatOptions
  readonly streaming: boolean
  readonly traits: ServerTraits
  readonly reasoningEcho: ReasoningEcho
  /** Remembers the definitions of tools as JSON text. */
  readonly toolsJson: ToolSetMemo<string>
}

/** The JSON text of a chat completion request. */
export function requestBody(prompt: Prompt, options: RequestBodyOptions): string {
  const asked = askedOptions(options.defaults, prompt.options)
  const fields = {
    model: asked.model ?? options.model,
    messages: requestMessages(prompt.messages, options),
    ...samplingFields(asked, options.traits),
    ...toolFields(asked, options.traits),
    ...(asked.responseFormat === undefined ? {} : { response_format: completionFormat(asked.responseFormat) }),
    ...(options.streaming ? streamFields(options.traits) : options.traits.callFields),
    ...asked.extra,
  }
  return withTools(JSON.stringify(fields), asked, options.toolsJson)
}

function streamFields({ asksForStreamUsage = true, streamFields }: ServerTraits): object {
  return { stream: true, ...(asksForStreamUsage ? { stream_options: { include_usage: true } } : {}), ...streamFields }
}

function samplingFields(options: ChatOptions, traits: ServerTraits): object {
  return {
    ...(options.temperature === undefined ? {} : { temperature: options.temperature }),
    ...(options.topP === undefined ? {} : { top_p: options.topP }),
    ...(options.maxTokens === undefined ? {} : { [traits.tokenLimitField ?? 'max_tokens']: options.maxTokens }),
    ...(options.stop === undefined || options.stop.length === 0 ? {} : { stop: options.stop }),
    ...(options.seed === undefined ? {} : { [traits.seedField ?? 'seed']: options.seed }),
  }
}

/** What is said about tools only when there are some: servers refuse it otherwise. */
function toolFields(options: ChatOptions, traits: ServerTraits): object {
  if (!hasTools(options)) return {}
  const parallel = options.parallelToolCalls ?? traits.parallelToolCalls
  return {
    ...(options.toolChoice === undefined ? {} : { tool_choice: requestToolChoice(options.toolChoice, traits) }),
    ...(parallel === undefined ? {} : { parallel_tool_calls: parallel }),
  }
}

function requestToolChoice(choice: ToolChoice, { requiredToolChoice = 'required' }: ServerTraits): unknown {
  if (typeof choice === 'object') return { type: 'function', function: { name: choice.tool } }
  return choice === 'required' ? requiredToolChoice : choice
}

/** Puts the definitions into the text of the body, so that a tool set is serialised once and not in every round. */
function withTools(body: string, options: ChatOptions, toolsJson: ToolSetMemo<string>): string {
  if (!hasTools(options) || options.extra?.tools !== undefined) return body
  return `${body.slice(0, -1)},"tools":${toolsJson.of(options.tools)}}`
}

const hasTools = (options: ChatOptions): options is ChatOptions & Required<Pick<ChatOptions, 'tools'>> =>
  options.tools !== undefined && options.tools.size > 0
