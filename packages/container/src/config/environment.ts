/** The configuration of an application: all sources together. Injectable. */
export abstract class Environment {
  /** The profiles in force, weakest first. `default` when none was chosen. */
  abstract readonly activeProfiles: readonly string[]

  /**
   * The value of the strongest source, placeholders replaced. Any spelling of the name finds it.
   * @throws {ContainerError} `PLACEHOLDER_UNRESOLVED`
   */
  abstract get(name: string): string | undefined

  /** @throws {ContainerError} `CONFIGURATION_MISSING`, `PLACEHOLDER_UNRESOLVED` */
  abstract getRequired(name: string): string

  /** Replaces the placeholders of a text: `${orders.page-size:20}`. */
  abstract resolve(text: string): string

  /** The names and values below a prefix in all sources, in the documented spelling. */
  abstract entriesBelow(prefix: string): Readonly<Record<string, string>>

  /** True when a profile is active, or an expression of profiles with `!`, `&`, `|` and parentheses holds. */
  abstract acceptsProfiles(expression: string): boolean

  /** `application.yaml:3:5` for the value of the strongest source; undefined when there is no value. */
  abstract originOf(name: string): string | undefined
}
