import type { ChatOptions } from '@vernal/chat'

/**
 * What a model is asked with: the options of the prompt over its defaults, one by one, and `extra` field by field.
 *
 * An option that was set to undefined says nothing and does not hide a default.
 */
export function askedOptions(defaults: ChatOptions, options: ChatOptions): ChatOptions {
  const asked = { ...defaults, ...definedOptions(options) }
  return defaults.extra && options.extra ? { ...asked, extra: { ...defaults.extra, ...options.extra } } : asked
}

function definedOptions(options: ChatOptions): ChatOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
}
