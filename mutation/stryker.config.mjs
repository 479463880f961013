import { target } from './targets.mjs'

const { name, mutate, tests } = target()
process.env.VERNAL_MUTATION_TESTS = JSON.stringify(tests)

export default {
  packageManager: 'npm',
  plugins: [import.meta.resolve('@stryker-mutator/jest-runner')],
  testRunner: 'jest',
  jest: { configFile: 'mutation/jest.config.cjs' },
  coverageAnalysis: 'perTest',
  disableTypeChecks: false,
  mutate,
  ignorePatterns: ['**/dist', 'benchmarks', 'mutation/node_modules', 'mutation/reports'],
  reporters: ['clear-text', 'json'],
  clearTextReporter: { logTests: false, allowColor: false },
  jsonReporter: { fileName: `mutation/reports/${name}.json` },
  thresholds: { high: 90, low: 80, break: 80 },
  concurrency: Number(process.env.VERNAL_MUTATION_WORKERS ?? 2),
}
