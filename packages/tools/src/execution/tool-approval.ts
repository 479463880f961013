import type { ToolContext } from './tool-context'

/**
 * Which calls of a tool need somebody's consent: all, or those for which the function says so. It sees bound arguments.
 * When it throws, the call fails: nothing runs that nobody agreed to.
 */
export type ToolApproval = 'required' | ToolApprovalRule

/** Decides for one call whether it needs consent. */
export type ToolApprovalRule = (
  args: Readonly<Record<string, unknown>>,
  context: ToolContext,
) => boolean | Promise<boolean>

/** What somebody decided about one call. */
export type ToolApprovalDecision =
  | { readonly approved: true }
  | {
      readonly approved: false
      /** For the model. */
      readonly reason?: string
    }
