import type { ChatOptions, ResponseFormat } from '@vernal/chat'
import type { ServerTraits } from './server-presets'
import { isStrictSchema } from './strict-schema'

/** Whether a server with these traits holds the answer to a schema in a request with these options. */
export function keepsResponseFormat(options: ChatOptions, { responseFormat = 'never' }: ServerTraits): boolean {
  if (responseFormat === 'without-tools') return options.tools === undefined || options.tools.size === 0
  return responseFormat === 'always'
}

/** The format as `response_format` of chat completions. */
export const completionFormat = (format: ResponseFormat): object => ({
  type: 'json_schema',
  json_schema: namedSchema(format),
})

/** The format as `text.format` of the Responses API. */
export const responsesFormat = (format: ResponseFormat): object => ({ type: 'json_schema', ...namedSchema(format) })

/** Without `strict` the schema guides the model, and does not bind it. */
const namedSchema = ({ name, schema }: ResponseFormat): object => ({ name, schema, strict: isStrictSchema(schema) })
