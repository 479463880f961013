// A server for tests
export { OpenAiLoopbackServer, type OpenAiLoopbackServerOptions } from './open-ai-loopback-server'
export type { RecordedRequest } from './recorded-request'

// What it answers
export {
  calls,
  eventStream,
  failure,
  text,
  type FixedReply,
  type ScriptedCall,
  type ScriptedReply,
  type TurnOptions,
} from './scripted-reply'

// What it accepts
export { requestViolations } from './request-rules'
