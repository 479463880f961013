import { inspect } from 'node:util'

/** What went wrong, for programs. A code is never reused for something else. */
export type ContainerErrorCode =
  /** Nothing answers to the type or name that is asked for. */
  | 'BEAN_MISSING'
  /** Several beans answer, and nothing says which one is meant. */
  | 'BEAN_AMBIGUOUS'
  /** Beans need each other, so that none can be made first. */
  | 'BEAN_CYCLE'
  /** Two declarations use one bean name. */
  | 'BEAN_NAME_TAKEN'
  /** `@DependsOn` names a bean that does not exist. */
  | 'BEAN_NAME_UNKNOWN'
  /** The bean has to be waited for, and was asked for without waiting. */
  | 'BEAN_NOT_READY'
  /** A constructor, a `@Bean` method, a callback or a post-processor threw. */
  | 'BEAN_CREATION_FAILED'
  /** A `@Bean` method does not say what it makes. */
  | 'BEAN_TYPE_UNKNOWN'
  /** A class or method is declared in a way that cannot make a bean. */
  | 'BEAN_DECLARATION_INVALID'
  /** The type of a parameter names no bean: an interface, a primitive, a circular import. */
  | 'PARAMETER_TYPE_UNUSABLE'
  /** The compiler emitted no parameter types. */
  | 'METADATA_MISSING'
  /** A bean of scope `request` was used outside a request. */
  | 'SCOPE_INACTIVE'
  /** A bean holds another that lives shorter than itself. */
  | 'SCOPE_TOO_SHORT'
  /** A scanned module threw while it was loaded. */
  | 'MODULE_FAILED'
  /** A folder to scan does not exist. */
  | 'SCAN_FOLDER_MISSING'
  /** A package announces an auto-configuration that cannot be used, or something else is excluded. */
  | 'AUTO_CONFIGURATION_INVALID'
  /** Auto-configurations want to come after each other. */
  | 'AUTO_CONFIGURATION_CYCLE'
  /** A condition threw instead of deciding. */
  | 'CONDITION_FAILED'
  /** A configuration file is malformed, or a required one does not exist. */
  | 'CONFIGURATION_UNREADABLE'
  /** Values do not fit what a properties class or parameter asks for. */
  | 'CONFIGURATION_INVALID'
  /** A required value is not set. */
  | 'CONFIGURATION_MISSING'
  /** The prefix of a properties class is malformed. */
  | 'CONFIGURATION_NAME_INVALID'
  /** A placeholder has neither value nor default, or needs itself. */
  | 'PLACEHOLDER_UNRESOLVED'
  /** A profile name or expression is malformed, or profiles are chosen where they cannot be. */
  | 'PROFILE_INVALID'
  /** A key is known to nobody, and unknown keys are errors. */
  | 'PROPERTY_UNKNOWN'
  /** A bean failed to start. */
  | 'LIFECYCLE_FAILED'
  /** A bean was asked for after the application was closed. */
  | 'APPLICATION_CLOSED'

/**
 * A mistake in how an application is declared, configured or used. The message says what, where, and the remedy.
 *
 * Test `code`, not the text. `action` is the remedy alone; `cause` is the original error.
 */
export class ContainerError extends Error {
  override readonly name = 'ContainerError'
  constructor(
    readonly code: ContainerErrorCode,
    problem: string,
    readonly action: string,
    options?: ErrorOptions,
  ) {
    super(`${problem} ${action}`, options)
  }
}

/** What a thrown value says of itself: programs throw anything, also what has no text. */
export function reasonOf(thrown: unknown): string {
  try {
    if (thrown instanceof Error) return String(thrown.message) || thrown.name
    return typeof thrown === 'string' ? thrown : `${inspect(thrown, { depth: -1 })} was thrown`
  } catch {
    return 'something was thrown that has no text'
  }
}
