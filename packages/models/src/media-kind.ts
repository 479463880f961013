import type { ToolResult } from '@vernal/chat'
import type { Media } from '@vernal/tools'

/** The kinds of media servers tell apart. */
export type MediaKind = 'image' | 'audio' | 'file'

/** All of them. */
export const MEDIA_KINDS: readonly MediaKind[] = ['image', 'audio', 'file']

/** The kind of some media, by its media type. */
export function mediaKind({ mediaType }: Media): MediaKind {
  const [type] = mediaType.toLowerCase().split('/')
  return type === 'image' || type === 'audio' ? type : 'file'
}

/** The address of media that are sent along. */
export const dataUrl = ({ mediaType, data }: Media & { readonly data: string }): string =>
  `data:${mediaType};base64,${data}`

/** Forms that models read wherever they read their kind at all. A request with another one is refused as a whole. */
const READABLE = /^(image\/(png|jpeg|gif|webp)|audio\/.+|text\/.+|application\/(pdf|json))$/

/**
 * Of the media of a tool result, those that can be sent without risk. A tool returns what it returns, so the others are left
 * out and nothing fails: the text of the result names them all.
 */
export const readableMedia = ({ media = [], isError }: ToolResult): readonly Media[] =>
  isError ? [] : media.filter(({ mediaType, data }) => READABLE.test(bareType(mediaType)) && data !== '')

const bareType = (mediaType: string): string => mediaType.toLowerCase().replace(/\s*;.*$/, '')
