import type { MaybePromise } from '../beans/settle'

/** A bean that does something once the application has started. Several run one after the other, in the order of `@Order`. */
export abstract class ApplicationRunner {
  /** @param args the arguments of the command line that are not options */
  abstract run(args: readonly string[]): MaybePromise<void>
}
