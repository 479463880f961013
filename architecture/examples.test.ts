import { join } from 'node:path'
import { listExamples, missingLines, promisedLines, promisesOf, runExample } from './example'
import { readText, REPOSITORY } from './repository'

/** Each example starts a process; on a busy machine that takes a while. */
jest.setTimeout(60_000)

describe('in this repository', () => {
  test.concurrent.each(listExamples(REPOSITORY))('examples/%s runs and prints what it says', async (example) => {
    const { exitCode, stdout, stderr } = await runExample(REPOSITORY, example)
    const missing = missingLines(promisesOf(REPOSITORY, example), stdout)
    expect({ exitCode, missing, output: stdout + stderr }).toEqual({
      exitCode: 0,
      missing: [],
      output: stdout + stderr,
    })
  })

  test.each(listExamples(REPOSITORY))('examples/%s promises to print something', (example) => {
    expect(promisesOf(REPOSITORY, example)).not.toEqual([])
  })

  test('the hello world is at most ten lines with one import, and three lines of configuration', () => {
    const program = codeLines(readText(REPOSITORY, 'examples/hello-world/main.ts'))
    expect(program.length).toBeLessThanOrEqual(10)
    expect(program.filter((line) => /\b(import|require)\b/.test(line))).toEqual([
      expect.stringMatching(/ from 'vernal'$/),
    ])
    expect(codeLines(yamlIfAny('examples/hello-world/application.yaml')).length).toBeLessThanOrEqual(3)
  })
})

describe('an example that fails is found', () => {
  const root = join(__dirname, 'fixtures', 'examples')

  test('by its exit code', async () => {
    expect(await runExample(root, 'throws')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('on purpose'),
    })
  })

  test('by what it does not print', () => {
    const promised = promisedLines('console.log(1)\n// prints: one\nconsole.log(2) // prints: two\n')
    expect(promised).toEqual(['one', 'two'])
    expect(missingLines(promised, 'zero\none\nand two\n')).toEqual([])
    expect(missingLines(promised, 'two\none\n')).toEqual(['two'])
  })
})

const codeLines = (text: string): readonly string[] =>
  text.split('\n').filter((line) => line.trim() !== '' && !/^\s*(\/\/|#)/.test(line))

function yamlIfAny(path: string): string {
  try {
    return readText(REPOSITORY, path)
  } catch {
    return ''
  }
}
