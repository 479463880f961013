import { Annotation } from '../beans/annotation'
import { mark } from '../beans/component'
import type { Class } from '../beans/token'

/** Where an auto-configuration stands among the others. It decides which default is registered first, not when beans are made. */
export interface AutoConfigurationOptions {
  /** Classes, or names of classes that may be absent. */
  readonly after?: readonly (Class | string)[]
  readonly before?: readonly (Class | string)[]
  /** Lower first; default 0. Equal ones in the alphabetical order of their names. */
  readonly order?: number
}

const AUTO_CONFIGURATION = new Annotation<AutoConfigurationOptions>('auto-configuration')
const EXCLUDED = new Annotation<readonly string[]>('excluded-auto-configurations')

/**
 * A configuration class a package brings along: its beans come after those of the user, so that
 * `@ConditionalOnMissingBean` steps aside for them. Announced in package.json:
 * `"vernal": { "autoConfiguration": "./autoconfigure" }`.
 */
export function AutoConfiguration(options: AutoConfigurationOptions = {}): (target: Class) => void {
  return (target) => {
    mark('auto-configuration', {})(target)
    AUTO_CONFIGURATION.write(target, options)
  }
}

/** The options of an auto-configuration class; undefined for any other class. */
export function autoConfigurationOptions(type: Class): AutoConfigurationOptions | undefined {
  return AUTO_CONFIGURATION.read(type)
}

/** On a component of the application: leaves auto-configurations out, by class or name of class. */
export function ExcludeAutoConfiguration(...types: (Class | string)[]): (target: Class) => void {
  return (target) => {
    EXCLUDED.write(target, types.map(nameOf))
  }
}

/** The names a component excludes. */
export function excludedBy(type: Class): readonly string[] {
  return EXCLUDED.read(type) ?? []
}

/** Auto-configurations are referred to by the names of their classes. */
export function nameOf(reference: Class | string): string {
  return typeof reference === 'string' ? reference : reference.name
}
