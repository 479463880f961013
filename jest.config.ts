import type { Config } from 'jest'

/** With VERNAL_TEST_DIST=1 the suite runs on what tsc built, not on the sources. */
const onDist = process.env.VERNAL_TEST_DIST === '1'
const conditions = ['node', 'require', 'default']

const config: Config = {
  testMatch: ['<rootDir>/{packages,apps}/*/test/**/*.test.ts', '<rootDir>/architecture/**/*.test.ts'],
  testEnvironmentOptions: { customExportConditions: onDist ? conditions : ['@vernal/source', ...conditions] },
  moduleNameMapper: onDist ? { '^((?:\\.\\./)+)src/(.*)$': '$1dist/$2' } : {},
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/.*/fixtures/'],
  // Fixtures are small workspaces with package names of their own, often the same as ours.
  modulePathIgnorePatterns: ['<rootDir>/.*/fixtures/.*/package\\.json$'],
  setupFiles: ['<rootDir>/jest.setup.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        swcrc: false,
        sourceMaps: 'inline',
        module: { type: 'commonjs' },
        jsc: {
          target: 'es2022',
          keepClassNames: true,
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
        },
      },
    ],
  },
  // For machines that do much else at the same time; no test waits for a clock.
  workerIdleMemoryLimit: '1GB',
}

export default config
