/**
 * Fetches a bean when it is asked, not when the holder is made. Inject it with
 * `@Inject(Mailer) mailers: ObjectProvider<Mailer>`.
 */
export abstract class ObjectProvider<T> {
  /**
   * The bean. A prototype bean is made anew by each call.
   * @throws {ContainerError} `BEAN_MISSING`, `BEAN_AMBIGUOUS`, or `BEAN_NOT_READY` when making it needs waiting
   */
  abstract get(): T
  /** Like {@link get} for beans whose making may need waiting. */
  abstract getAsync(): Promise<T>
  /** The bean, or undefined when there is none. */
  abstract find(): T | undefined
  /** The bean when exactly one could be meant, else undefined. */
  abstract findUnique(): T | undefined
  /** All beans of the type, in order. */
  abstract all(): readonly T[]
}
