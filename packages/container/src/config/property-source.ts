import type { NameElement, PropertyName } from './property-name'

/** A configuration value as it was written. */
export interface PropertyValue {
  /** The text as written, before placeholders are replaced. */
  readonly text: string
  /** What the value is in its format: a number of yaml, an object handed to `run`. */
  readonly typed: unknown
  /** Where it is written: `config/application.yaml:3:5`, `environment variable PORT`. */
  readonly origin: string
}

/** A property a source has, with its name as written. */
export interface PropertyEntry {
  readonly name: PropertyName
  readonly value: PropertyValue
}

/** One place values come from. */
export interface PropertySource {
  /** For messages: `application.yaml`, `environment`. */
  readonly name: string
  /** True for files and the command line, false for places that also hold what is not meant for us. */
  readonly isExclusive: boolean
  find(name: PropertyName): PropertyValue | undefined
  /** The elements that follow a name, as written, in their order. */
  children(name: PropertyName): readonly NameElement[]
  /** Everything the source has; empty for sources that are not exclusive. */
  entries(): readonly PropertyEntry[]
}
