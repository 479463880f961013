export { createTestContext, type TestContextOptions } from './test-context'
export { ApplicationContextRunner, type RunOutcome } from './application-context-runner'
