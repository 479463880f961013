import type { Media } from './media'

/** One piece of what a tool hands over: text, a picture, sound or file, or the address of something that can be read elsewhere. */
export type ToolContent = string | Media | ResourceLink

/** The address of something the model may ask for by other means. Plain data, as in the Model Context Protocol. */
export interface ResourceLink {
  /** `file:///docs/terms.md`, `orders://42`. */
  readonly uri: string
  readonly name?: string
  readonly description?: string
  readonly mediaType?: string
}

/** What a {@link ToolOutput} is made of. */
export interface ToolOutputParts {
  /** In order. Default: the structured result as JSON. */
  readonly content?: readonly ToolContent[]
  /** The result as data, for callers that are programs. It is what an output schema describes. */
  readonly structured?: unknown
  /** Whether the tool could not do what it was asked for. The model reads the content as an error. Default false. */
  readonly isError?: boolean
}

/**
 * What a tool may return when text or data is not enough.
 *
 * ```ts
 * return new ToolOutput({ content: ['Sales of May:', { mediaType: 'image/png', data: chart }] })
 * ```
 */
export class ToolOutput {
  /** In order. */
  readonly content: readonly ToolContent[]
  readonly structured: unknown
  readonly isError: boolean

  constructor({ content = [], structured, isError = false }: ToolOutputParts) {
    this.content = [...content]
    this.structured = structured
    this.isError = isError
  }

  /** The pictures, sounds and files. */
  get media(): readonly Media[] {
    return this.content.filter((part) => typeof part !== 'string' && 'mediaType' in part && !isLink(part)) as Media[]
  }
}

/** A piece of content for models that read text only. */
export function contentText(part: ToolContent): string {
  if (typeof part === 'string') return part
  const { name, mediaType } = part
  if (isLink(part)) {
    const about = [name, part.description, mediaType].filter((each) => each !== undefined).join(', ')
    return `[resource ${part.uri}${about === '' ? '' : `: ${about}`}]`
  }
  return `[${[mediaType, name].filter((each) => each !== undefined).join(', ')}]`
}

const isLink = (part: Media | ResourceLink): part is ResourceLink => 'uri' in part
