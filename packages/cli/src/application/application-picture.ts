import type { ToolDefinition, ToolEffect } from '@vernal/tools'

/** A tool of an application, as the model would read it. */
export interface PicturedTool {
  readonly definition: ToolDefinition
  readonly effect: ToolEffect
  /** `OrderService.findOrders` */
  readonly source: string
}

/** What an application is made of, seen without starting it. Plain data. */
export interface ApplicationPicture {
  readonly tools: readonly PicturedTool[]
  /** Beans that bring tools only once they are made, by where they are declared. */
  readonly unseen: readonly string[]
  /** The properties of the tool search that are set, by their names behind `vernal.ai.chat.client.tool-search-advisor`. */
  readonly search: Readonly<Record<string, string>>
  /** The conditions as text. */
  readonly conditions: string
  /** The JSON Schema of the whole configuration. */
  readonly configurationSchema: object
}

/** What the process that loaded the application sends. */
export type PictureMessage =
  | { readonly type: 'picture'; readonly picture: ApplicationPicture }
  | { readonly type: 'error'; readonly message: string }

/** The open file on which it sends it. */
export const PICTURE_FILE = 3
