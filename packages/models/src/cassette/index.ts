// Recording and replaying
export { CassetteChatModel, type CassetteChatModelOptions } from './cassette-chat-model'
export { Cassette, type CassetteMode, type CassetteOptions } from './cassette'
export { CassetteToolExecutor } from './cassette-tool-executor'
export type { RedactionOptions } from './redaction'

// What can go wrong
export { ModelError, type ModelErrorCode, type ModelErrorDetails } from '../model-error'
