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
