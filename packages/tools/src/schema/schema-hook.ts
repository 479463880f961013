import type { JsonSchema } from './json-schema'
import type { BindingRun } from './binding-run'

/** Where a schema node carries what JSON Schema cannot say; never published. */
export const HOOK = Symbol('vernal:schema-hook')

/** What a schema node does besides checking. */
export interface SchemaHook {
  /** Whether a value is already what `finish` makes; such a value passes unchecked. */
  readonly is?: (value: unknown) => boolean
  /** Makes the value the tool receives from one the node has accepted. Problems are reported to the run. */
  readonly finish?: (value: unknown, run: BindingRun) => unknown
  /** What an absent property becomes. Default: the `default` of the schema. */
  readonly absent?: () => unknown
}

/** A schema node with a hook. */
export type HookedSchema = JsonSchema & { readonly [HOOK]?: SchemaHook }

/** The hook of a schema node. */
export const hookOf = (schema: JsonSchema): SchemaHook | undefined => (schema as HookedSchema)[HOOK]

/** `Date`: advertised as a date-time string. */
export const DATE_HOOK: SchemaHook = {
  is: (value) => value instanceof Date && !Number.isNaN(value.getTime()),
  finish: (value, run) => {
    if (typeof value !== 'string') return value
    const date = new Date(value)
    if (Number.isNaN(date.getTime())) run.problem('expected a date and time such as 2031-05-06T07:08:09Z')
    return date
  },
}

/** `bigint`: advertised as a string of digits. */
export const BIGINT_HOOK: SchemaHook = {
  is: (value) => typeof value === 'bigint',
  finish: (value) => (typeof value === 'string' ? BigInt(value) : value),
}

/** `Uint8Array` and `Buffer`: advertised as base64 text. */
export const BYTES_HOOK: SchemaHook = {
  is: (value) => value instanceof Uint8Array,
  finish: (value) => (typeof value === 'string' ? Buffer.from(value, 'base64') : value),
}

/** `URL`: advertised as a string. */
export const URL_HOOK: SchemaHook = {
  is: (value) => value instanceof URL,
  finish: (value, run) => {
    if (typeof value !== 'string') return value
    if (URL.canParse(value)) return new URL(value)
    run.problem('expected a URL such as https://example.com/page')
    return value
  },
}

/** `Map` with text as keys: advertised as an object. */
export const MAP_HOOK: SchemaHook = {
  is: (value) => value instanceof Map,
  finish: (value) => (typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : value),
}

/** `Set`: advertised as an array. */
export const SET_HOOK: SchemaHook = {
  is: (value) => value instanceof Set,
  finish: (value) => (Array.isArray(value) ? new Set(value) : value),
}

/** An instance of a class: advertised as an object. Fields that were not sent keep what the class gives them. */
export const instanceHook = (type: new () => object): SchemaHook => ({
  is: (value) => value instanceof type,
  finish: (value) => (typeof value === 'object' && value !== null ? Object.assign(new type(), value) : value),
})
