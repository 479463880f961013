import type { AssistantMessage, ChatOptions, Message, Prompt, ToolChoice } from '@vernal/chat'
import { askedOptions } from '../asked-options'
import type { ToolCall } from '@vernal/tools'
import { replayedArguments } from './replayed-arguments'
import type { ToolSetMemo } from '../tool-set-memo'
import { responsesContent, responsesOutput, type MediaRules } from './message-media'
import { responsesFormat } from './response-format'
import { keptItemsOf } from './output-items'

/** How a body is made, besides the prompt. */
export interface ResponsesBodyOptions {
  readonly streaming: boolean
  readonly rules: MediaRules
  /** Remembers the definitions of tools as JSON text. */
  readonly toolsJson: ToolSetMemo<string>
}

/**
 * The JSON text of a request to the Responses API. Nothing is stored at the server: each request carries the whole
 * conversation, with reasoning in its place. The API knows no `stop` and no `seed`.
 */
export function responsesBody(prompt: Prompt, defaults: ChatOptions, options: ResponsesBodyOptions): string {
  const asked = askedOptions(defaults, prompt.options)
  const body = {
    model: asked.model,
    input: prompt.messages.flatMap((message) => inputItems(message, options.rules)),
    store: false,
    ...(asked.temperature === undefined ? {} : { temperature: asked.temperature }),
    ...(asked.topP === undefined ? {} : { top_p: asked.topP }),
    ...(asked.maxTokens === undefined ? {} : { max_output_tokens: asked.maxTokens }),
    ...toolFields(asked),
    ...(options.streaming ? { stream: true } : {}),
    ...asked.extra,
    ...textField(asked),
  }
  const { tools } = asked
  if (tools === undefined || tools.size === 0 || asked.extra?.tools !== undefined) return JSON.stringify(body)
  return `${JSON.stringify(body).slice(0, -1)},"tools":${options.toolsJson.of(tools)}}`
}

function toolFields({ tools, toolChoice, parallelToolCalls }: ChatOptions): object {
  if (tools === undefined || tools.size === 0) return {}
  return {
    ...(toolChoice === undefined ? {} : { tool_choice: requestToolChoice(toolChoice) }),
    ...(parallelToolCalls === undefined ? {} : { parallel_tool_calls: parallelToolCalls }),
  }
}

/** How the answer is written: its shape, beside what else is said about texts. */
function textField({ responseFormat, extra }: ChatOptions): object {
  if (responseFormat === undefined) return {}
  const others = typeof extra?.text === 'object' ? extra.text : {}
  return { text: { format: responsesFormat(responseFormat), ...others } }
}

const requestToolChoice = (choice: ToolChoice): unknown =>
  typeof choice === 'string' ? choice : { type: 'function', name: choice.tool }

function inputItems(message: Message, rules: MediaRules): object | readonly object[] {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.content }
    case 'user':
      return { role: 'user', content: responsesContent(message, rules) }
    case 'assistant':
      return assistantItems(message)
    case 'tool':
      return message.results.map((result) => ({
        type: 'function_call_output',
        call_id: result.callId,
        output: responsesOutput(result, rules),
      }))
  }
}

/** The items in the order they came; without a kept order, text before calls. Each stands once. */
function assistantItems(message: AssistantMessage): readonly object[] {
  const open = new Map((message.toolCalls ?? []).map((call) => [call.id, call]))
  let text = message.content
  const kept = keptItemsOf(message).flatMap((item): object[] => {
    if (item.type === 'function_call') return takeCall(open, item.call_id)
    if (item.type !== 'message') return [item]
    const taken = textItems(text)
    text = ''
    return taken
  })
  return [...kept, ...textItems(text), ...[...open.values()].map(callItem)]
}

function takeCall(open: Map<string, ToolCall>, callId: unknown): object[] {
  const call = typeof callId === 'string' ? open.get(callId) : undefined
  if (!call) return []
  open.delete(call.id)
  return [callItem(call)]
}

const textItems = (text: string): object[] => (text === '' ? [] : [{ role: 'assistant', content: text }])

const callItem = (call: ToolCall): object => ({
  type: 'function_call',
  call_id: call.id,
  name: call.name,
  arguments: replayedArguments(call),
})
