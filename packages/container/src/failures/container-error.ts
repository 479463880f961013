/** What went wrong, for programs. A code is never reused for something else. */
export type ContainerErrorCode =
  | 'BEAN_MISSING'
  | 'BEAN_AMBIGUOUS'
  | 'BEAN_CYCLE'
  | 'BEAN_NAME_TAKEN'
  | 'BEAN_NAME_UNKNOWN'
  | 'BEAN_NOT_READY'
  | 'BEAN_CREATION_FAILED'
  | 'BEAN_TYPE_UNKNOWN'
  | 'BEAN_DECLARATION_INVALID'
  | 'PARAMETER_TYPE_UNUSABLE'
  | 'METADATA_MISSING'
  | 'SCOPE_INACTIVE'
  | 'SCOPE_TOO_SHORT'
  | 'MODULE_FAILED'
  | 'SCAN_FOLDER_MISSING'
  | 'AUTO_CONFIGURATION_INVALID'
  | 'AUTO_CONFIGURATION_CYCLE'
  | 'CONDITION_FAILED'
  | 'CONFIGURATION_UNREADABLE'
  | 'CONFIGURATION_INVALID'
  | 'CONFIGURATION_MISSING'
  | 'CONFIGURATION_NAME_INVALID'
  | 'PLACEHOLDER_UNRESOLVED'
  | 'PROFILE_INVALID'
  | 'PROPERTY_UNKNOWN'
  | 'LIFECYCLE_FAILED'
  | 'START_FAILED'
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
    readonly problem: string,
    readonly action: string,
    options?: ErrorOptions,
  ) {
    super(`${problem} ${action}`, options)
  }
}
