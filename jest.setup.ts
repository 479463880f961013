import fc from 'fast-check'

/**
 * In CI the property tests try the same inputs every time, so that a change is judged by what it changes. Elsewhere they try
 * new ones, and what they find becomes a test of its own.
 */
if (process.env.CI === 'true') fc.configureGlobal({ seed: 20_261_130 })
