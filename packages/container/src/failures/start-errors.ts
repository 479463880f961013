import { explains, sentence } from './bean-errors'
import { ContainerError, reasonOf } from './container-error'

export const conditionFailed = (condition: string, source: string, cause: unknown): unknown =>
  explains(cause)
    ? cause
    : new ContainerError(
        'CONDITION_FAILED',
        `The condition ${condition} of ${source} threw: ${sentence(reasonOf(cause))}`,
        'Correct the condition; its error is the cause of this one.',
        { cause },
      )

export const moduleFailed = (file: string, cause: unknown): ContainerError =>
  new ContainerError(
    'MODULE_FAILED',
    `The module ${file} failed while it was loaded: ${reasonOf(cause).replace(/[.!?]?$/, '.')}`,
    'Correct the module, or leave it out of the scanned folders; its error is the cause of this one.',
    { cause },
  )

export const moduleCircular = (
  file: string,
  className: string,
  users: readonly string[],
  cause: unknown,
): ContainerError =>
  new ContainerError(
    'MODULE_FAILED',
    `The module ${file} failed while it was loaded: a circular import. ${
      users.length > 0 ? `${users.join(', ')} uses` : 'Something uses'
    } ${className} before its module is finished${users.length > 0 ? ` (${[className, ...users, className].join(' → ')})` : ''}.`,
    'Break the circle between the files: move what both need into a third, or inject one of them by a token with @Lazy().',
    { cause },
  )

export const scanFolderMissing = (folder: string): ContainerError =>
  new ContainerError(
    'SCAN_FOLDER_MISSING',
    `The folder to scan does not exist: ${folder}.`,
    'Give an existing folder, such as __dirname, to run({ scan }).',
  )

export const autoConfigurationInvalid = (problem: string, action: string, cause?: unknown): ContainerError =>
  new ContainerError('AUTO_CONFIGURATION_INVALID', problem, action, { cause })

export const autoConfigurationCycle = (names: readonly string[]): ContainerError =>
  new ContainerError(
    'AUTO_CONFIGURATION_CYCLE',
    `Auto-configurations want to come after each other: ${names.join(' → ')}.`,
    'Remove one of their before or after entries.',
  )

export const lifecycleFailed = (label: string, step: string, cause: unknown): unknown =>
  explains(cause)
    ? cause
    : new ContainerError(
        'LIFECYCLE_FAILED',
        `${label} failed ${step}: ${sentence(reasonOf(cause))}`,
        'The original error is the cause of this one.',
        { cause },
      )

export const applicationClosed = (): ContainerError =>
  new ContainerError(
    'APPLICATION_CLOSED',
    'The application is closed, so its beans cannot be asked for any more.',
    'Take what is needed before close(), or run a new application.',
  )
