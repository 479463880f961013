/** A picture, a sound or a file: its bytes, or where a provider may fetch it. Plain, serialisable. */
export type Media = MediaData | MediaLink

/** What is known about media besides their content. */
interface MediaKind {
  /** IANA media type: `image/png`, `audio/wav`, `application/pdf`. */
  readonly mediaType: string
  /** Name of the file, for the model. */
  readonly name?: string
}

/** Media that are sent along. */
export interface MediaData extends MediaKind {
  /** The bytes as base64. */
  readonly data: string
  readonly url?: never
}

/** Media the provider fetches by itself. */
export interface MediaLink extends MediaKind {
  /** An http or https address. Whoever chooses it decides what the provider reads: never take it from a model. */
  readonly url: string
  readonly data?: never
}
