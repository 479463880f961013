import { Conditional, type ConditionDecorator, type Environment } from '@vernal/container'
import { isReplayed } from './cassette-settings'
import { openAiSettings } from './openai-settings'

type ChoiceEnvironment = Pick<Environment, 'get' | 'resolve' | 'entriesBelow'>

/** Which chat model the configuration asks for, and why. */
export interface ChatModelChoice {
  readonly name: string
  /** In words, for the log and the condition report. */
  readonly because: string
}

const PROPERTY = 'vernal.ai.model.chat'

/** Like {@link configuredChoice}; none while the cassette of the model is replayed. */
export function chatModelChoice(environment: ChoiceEnvironment): ChatModelChoice {
  if (isReplayed(environment)) return { name: 'none', because: 'its cassette is replayed' }
  return configuredChoice(environment)
}

/**
 * What is configured, else `openai` when there is a preset, a key or an address for it, else `offline`. Where models have
 * names there is another one only when `vernal.ai.openai` says something.
 */
export function configuredChoice(environment: ChoiceEnvironment): ChatModelChoice {
  const configured = environment.get(PROPERTY)?.trim().toLowerCase()
  if (configured) return { name: configured, because: `${PROPERTY} is ${configured}` }
  if (hasNamedModels(environment) && !isNamed(environment, 'vernal.ai.openai')) {
    return { name: 'none', because: 'models are named under vernal.ai.models' }
  }
  const { apiKey, baseUrl, preset } = openAiSettings(environment)
  if (preset !== undefined) return { name: 'openai', because: `vernal.ai.openai.preset is ${preset}` }
  if (apiKey !== undefined) return { name: 'openai', because: 'an OpenAI key is configured' }
  if (baseUrl !== undefined) return { name: 'openai', because: 'an OpenAI base URL is configured' }
  return { name: 'offline', because: 'no OpenAI key configured; set OPENAI_API_KEY or vernal.ai.openai.api-key' }
}

const hasNamedModels = (environment: ChoiceEnvironment): boolean => isNamed(environment, 'vernal.ai.models')

const isNamed = (environment: ChoiceEnvironment, prefix: string): boolean =>
  Object.keys(environment.entriesBelow(prefix)).length > 0

/** Holds when the configuration asks for this chat model. */
export function ConditionalOnChatModel(name: string): ConditionDecorator {
  return Conditional(({ environment }) => {
    const choice = chatModelChoice(environment)
    return { matches: choice.name === name, message: `the chat model is ${choice.name}: ${choice.because}` }
  }, 'OnChatModel')
}
