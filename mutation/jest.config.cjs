require('ts-node').register({ transpileOnly: true })
const base = require('../jest.config.ts').default
const tests = JSON.parse(process.env.VERNAL_MUTATION_TESTS)

/**
 * Stryker works on a copy of the tree whose node_modules lead to the original: the doors of our own packages are
 * therefore mapped to the sources of the copy, else no test would see a mutant.
 */
module.exports = {
  ...base,
  rootDir: '..',
  testMatch: tests.map((folder) => `<rootDir>/packages/${folder}/**/*.test.ts`),
  moduleNameMapper: {
    '^@vernal/([a-z]+)$': '<rootDir>/packages/$1/src/index.ts',
    '^@vernal/([a-z]+)/([a-z-]+)$': '<rootDir>/packages/$1/src/$2/index.ts',
  },
}
