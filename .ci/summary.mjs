import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Adds up the reports of jest in a folder and prints `412 passed, 0 failed` as the last line. A failed step counts as one,
 * unless its tests were counted. Exits with 1 when anything failed, or nothing ran.
 */
const folder = process.argv[2]
const stepsFile = join(folder, 'failed-steps.txt')
const failedSteps = existsSync(stepsFile) ? readFileSync(stepsFile, 'utf8').trim().split('\n') : []

const suites = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => {
    const report = JSON.parse(readFileSync(join(folder, name), 'utf8'))
    return {
      name: name.replace('.json', ''),
      passed: report.numPassedTests,
      failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
      notRun: report.numPendingTests + report.numTodoTests,
    }
  })
for (const { name, passed, failed, notRun } of suites)
  console.log(`${name}: ${passed} passed, ${failed} failed, ${notRun} not run`)

const uncounted = failedSteps.filter((step) => !suites.some(({ name, failed }) => name === step && failed > 0))
for (const step of uncounted) console.log(`failed: ${step}`)

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0)
const passed = sum(suites.map((suite) => suite.passed))
const failed = sum(suites.map((suite) => suite.failed)) + uncounted.length + (passed === 0 ? 1 : 0)
process.exitCode = failed > 0 ? 1 : 0
console.log(`${passed} passed, ${failed} failed`)
