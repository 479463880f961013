import type { ToolResult } from '@vernal/chat'
import type { Media } from '@vernal/tools'
import { mediaKind, readableMedia } from '../media-kind'
import type { AiSdkUrls } from './ai-sdk-language-model'

/** How results are written. */
export interface ToolResultForm {
  /** The specification the model speaks: each has its own form for files. */
  readonly version: string
  /** Addresses the provider reads itself; media at others stay with the text that names them. */
  readonly urls: AiSdkUrls
}

/** A tool result as a part of a message. With media it is a list, of its text and of those that the provider can be sent. */
export function toolResultPart(result: ToolResult, form: ToolResultForm): object {
  const { callId, name, content, isError } = result
  const parts = result.media ? readableMedia(result).flatMap((media) => mediaParts(media, form)) : []
  return {
    type: 'tool-result',
    toolCallId: callId,
    toolName: name,
    output:
      parts.length > 0
        ? { type: 'content', value: [{ type: 'text', text: content }, ...parts] }
        : { type: isError ? 'error-text' : 'text', value: content },
  }
}

function mediaParts(media: Media, { version, urls }: ToolResultForm): readonly object[] {
  if (media.data === undefined && !reads(urls, media.mediaType, media.url)) return []
  if (version === 'v4') return [taggedPart(media)]
  if (version === 'v3') return [typedPart(media)]
  // v2 knows no addresses here.
  return media.data === undefined ? [] : [{ type: 'media', data: media.data, mediaType: media.mediaType }]
}

function taggedPart({ mediaType, name, data, url }: Media): object {
  return {
    type: 'file',
    mediaType,
    data: data === undefined ? { type: 'url', url: new URL(url) } : { type: 'data', data },
    ...(name === undefined ? {} : { filename: name }),
  }
}

function typedPart(media: Media): object {
  const { mediaType, name, data, url } = media
  const kind = mediaKind(media) === 'image' ? 'image' : 'file'
  const fileFields = kind === 'file' && name !== undefined ? { filename: name } : {}
  if (data !== undefined) return { type: `${kind}-data`, data, mediaType, ...fileFields }
  return { type: `${kind}-url`, url, ...(kind === 'file' ? { mediaType } : {}) }
}

/** Some providers download what they do not read by its address, so a tool could make this process ask any server. */
function reads(urls: AiSdkUrls, mediaType: string, url: string): boolean {
  if (!URL.canParse(url)) return false
  const type = mediaType.toLowerCase()
  const kinds = ['*', '*/*', `${type.replace(/\/.*$/, '')}/*`, type]
  return kinds.some((kind) => urls[kind]?.some((pattern) => new RegExp(pattern, 'i').test(url)))
}
