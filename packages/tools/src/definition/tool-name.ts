import { invalidToolName } from '../tool-error'

const ACCEPTED = /^[a-zA-Z0-9_-]{1,64}$/

/** Refuses a name that a provider would refuse. */
export function checkToolName(name: string, source: string): string {
  if (!ACCEPTED.test(name)) throw invalidToolName(name, source, sanitisedToolName(name))
  return name
}

/** The nearest name that every provider accepts. */
export function sanitisedToolName(name: string): string {
  const sanitised = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^a-zA-Z0-9_-]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 64)
  return sanitised === '' ? 'tool' : sanitised
}

/** `findOpenOrders` → `find open orders`: the description of a tool that has none. */
export function wordsOfName(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[\s_-]+/)
    .filter((word) => word !== '')
    .map((word) => (/^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase()))
    .join(' ')
}
