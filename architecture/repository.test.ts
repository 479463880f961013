import { listFiles, readText, REPOSITORY } from './repository'

const TEXT = /\.(ts|mts|js|mjs|json|md|yaml|yml|txt|sh)$|(^|\/)(\.[a-z]+|run|LICENSE)$|\.env/

/** Folders that exist on somebody's machine and nowhere else. Pieced together, so that this file does not match. */
const MACHINE_PATHS = [
  ...['home', 'Users', 'root'].map((folder) => new RegExp(`(^|[\\s"'\`(=])/${folder}/[A-Za-z]`, 'm')),
  new RegExp(`[A-Z]:\\\\${'Users'}`),
  { test: (text: string) => text.includes(`${REPOSITORY}/`) },
]

/** The paths of files that name a folder of somebody's machine. */
const findMachinePaths = (files: ReadonlyMap<string, string>): readonly string[] =>
  [...files].filter(([, text]) => MACHINE_PATHS.some((path) => path.test(text))).map(([path]) => path)

/** The places a lock file would download from by name. */
const findAddresses = (lock: string): readonly string[] => lock.match(/"resolved": "(https?|git)[^"]*"/g) ?? []

describe('in this repository', () => {
  test('no file names a folder of somebody’s machine', () => {
    const paths = listFiles(REPOSITORY).filter((path) => TEXT.test(path) && !path.startsWith('.env'))
    expect(findMachinePaths(new Map(paths.map((path) => [path, readText(REPOSITORY, path)])))).toEqual([])
  })

  test('the lock file leaves the registry to whoever installs', () => {
    expect(findAddresses(readText(REPOSITORY, 'package-lock.json'))).toEqual([])
  })
})

describe('what should not be there is found', () => {
  test.each([
    ['', 'home', 'ada', 'x'].join('/'),
    `"${['C:', 'Users', 'ada'].join('\\')}"`,
    `(${['', 'root', 'x'].join('/')})`,
  ])('a path of a machine: %s', (text) =>
    expect(findMachinePaths(new Map([['a.md', `See ${text}`]]))).toEqual(['a.md']),
  )

  test('but not a route that looks like one', () => {
    expect(findMachinePaths(new Map([['a.md', 'https://vernal.dev/home/docs and src/work/main.ts']]))).toEqual([])
  })

  test('an address of a registry', () => {
    expect(findAddresses('{ "resolved": "https://registry.npmjs.org/a" }')).toHaveLength(1)
    expect(findAddresses('{ "resolved": "packages/chat", "link": true }')).toEqual([])
  })
})
