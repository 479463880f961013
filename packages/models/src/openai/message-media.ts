import type { ToolResult, UserMessage } from '@vernal/chat'
import type { Media, MediaData } from '@vernal/tools'
import { unsupportedMedia } from '../model-error'
import { dataUrl, MEDIA_KINDS, mediaKind, readableMedia, type MediaKind } from '../media-kind'

/** What a server takes beside words. */
export interface MediaRules {
  /** Names the server in errors. */
  readonly server: string
  /** Default: all. */
  readonly media?: readonly MediaKind[] | undefined
}

/**
 * The content of a user's message for chat completions: its text, or a list of parts when there are media.
 *
 * @throws {ModelError} `MODEL_MEDIA_UNSUPPORTED`
 */
export function completionContent({ content, media = [] }: UserMessage, rules: MediaRules): string | readonly object[] {
  if (media.length === 0) return content
  const words = content === '' ? [] : [{ type: 'text', text: content }]
  return [...words, ...media.map((each) => completionPart(accepted(each, rules), rules))]
}

/** The same for the Responses API. */
export function responsesContent({ content, media = [] }: UserMessage, rules: MediaRules): string | readonly object[] {
  if (media.length === 0) return content
  const words = content === '' ? [] : [{ type: 'input_text', text: content }]
  return [...words, ...media.map((each) => responsesPart(accepted(each, rules), rules))]
}

/** The output of a tool call for the Responses API: its text, and what else the server takes of it. */
export function responsesOutput(result: ToolResult, rules: MediaRules): string | readonly object[] {
  const { media: kinds = MEDIA_KINDS } = rules
  const taken = result.media
    ? readableMedia(result).filter((media) => kinds.includes(mediaKind(media)) && mediaKind(media) !== 'audio')
    : []
  if (taken.length === 0) return result.content
  return [{ type: 'input_text', text: result.content }, ...taken.map((media) => responsesPart(media, rules))]
}

function accepted(media: Media, { server, media: kinds = MEDIA_KINDS }: MediaRules): Media {
  if (!kinds.includes(mediaKind(media))) throw unsupportedMedia(server, media.mediaType)
  return media
}

function completionPart(media: Media, { server }: MediaRules): object {
  if (mediaKind(media) === 'image') return { type: 'image_url', image_url: { url: address(media) } }
  // Only pictures are fetched by servers.
  if (!hasData(media)) throw unsupportedMedia(server, `${media.mediaType} by its address`)
  if (mediaKind(media) === 'audio')
    return { type: 'input_audio', input_audio: { data: media.data, format: soundFormat(media) } }
  return { type: 'file', file: { filename: media.name ?? 'file', file_data: dataUrl(media) } }
}

function responsesPart(media: Media, { server }: MediaRules): object {
  const kind = mediaKind(media)
  if (kind === 'audio') throw unsupportedMedia(server, `${media.mediaType} over the Responses API`)
  if (kind === 'image') return { type: 'input_image', detail: 'auto', image_url: address(media) }
  return hasData(media)
    ? { type: 'input_file', filename: media.name ?? 'file', file_data: dataUrl(media) }
    : { type: 'input_file', file_url: media.url }
}

const hasData = (media: Media): media is MediaData => media.data !== undefined

const address = (media: Media): string => (hasData(media) ? dataUrl(media) : media.url)

/** `audio/mpeg` is called mp3, `audio/x-wav` wav. */
function soundFormat({ mediaType }: Media): string {
  const subtype = mediaType
    .toLowerCase()
    .replace(/^audio\//, '')
    .replace(/;.*$/, '')
    .replace(/^(x|vnd)[-.]/, '')
  if (subtype === 'mpeg' || subtype === 'mpeg3') return 'mp3'
  return subtype === 'wave' ? 'wav' : subtype
}
