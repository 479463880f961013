import type { JsonSchema, ToolDefinition } from '@vernal/tools'

/** A definition as short as it can be said. */
export const definition = (name: string, description: string, properties: JsonSchema = {}): ToolDefinition => ({
  name,
  description,
  inputSchema: { type: 'object', properties },
})

/** Tools of an assistant, in two languages. */
export const ASSISTANT_TOOLS: readonly ToolDefinition[] = [
  definition('get_forecast_jp', '天気予報を取得します。気温、降水量、風速がわかります。'),
  definition('get_user_by_id', 'Fetch one user record by its numeric id'),
  definition('list_calendar_events', 'List events of a calendar between two dates'),
  definition('create_issue', 'Create an issue in the tracker'),
  definition('page_oncall', 'Wake up the engineer on duty by phone or email'),
  definition('list_colleagues', 'List colleagues with phone and email'),
  definition('describe_clip', 'Describe what happens in a video clip'),
  definition('convert_currency', 'Convert an amount between currencies'),
]
