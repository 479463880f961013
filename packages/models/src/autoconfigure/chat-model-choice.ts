import { Conditional, type ConditionDecorator, type Environment } from '@vernal/container'
import { openAiSettings } from './openai-settings'

/** Which chat model the configuration asks for, and why. */
export interface ChatModelChoice {
  readonly name: string
  /** In words, for the log and the condition report. */
  readonly because: string
}

const PROPERTY = 'vernal.ai.model.chat'

/** What is configured, else `openai` when there is a preset, a key or an address for it, else `offline`. */
export function chatModelChoice(environment: Pick<Environment, 'get' | 'resolve'>): ChatModelChoice {
  const configured = environment.get(PROPERTY)?.trim().toLowerCase()
  if (configured) return { name: configured, because: `${PROPERTY} is ${configured}` }
  const { apiKey, baseUrl, preset } = openAiSettings(environment)
  if (preset !== undefined) return { name: 'openai', because: `vernal.ai.openai.preset is ${preset}` }
  if (apiKey !== undefined) return { name: 'openai', because: 'an OpenAI key is configured' }
  if (baseUrl !== undefined) return { name: 'openai', because: 'an OpenAI base URL is configured' }
  return { name: 'offline', because: 'no OpenAI key configured; set OPENAI_API_KEY or vernal.ai.openai.api-key' }
}

/** Holds when the configuration asks for this chat model. */
export function ConditionalOnChatModel(name: string): ConditionDecorator {
  return Conditional(({ environment }) => {
    const choice = chatModelChoice(environment)
    return { matches: choice.name === name, message: `the chat model is ${choice.name}: ${choice.because}` }
  }, 'OnChatModel')
}
