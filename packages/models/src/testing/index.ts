// Cassettes of tests
export { testCassette } from './test-cassette'

// A server for tests
export { OpenAiLoopbackServer, type OpenAiLoopbackServerOptions } from './open-ai-loopback-server'
export type { RecordedRequest } from './recorded-request'

// What it answers
export { calls, text, type ScriptedCall, type ScriptedReply, type TurnOptions } from './scripted-reply'
export { embeddings } from './embeddings-reply'
export { eventStream, failure, type FixedReply } from './fixed-reply'
export type { WireUsage } from './scripted-turn'

// What it accepts
export { embeddingViolations } from './embedding-rules'
export { requestViolations } from './request-rules'
export { responsesViolations } from './responses-rules'
