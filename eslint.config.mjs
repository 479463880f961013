import { builtinModules } from 'node:module'
import tseslint from 'typescript-eslint'

const withoutPrefix = builtinModules
  .filter((name) => !name.startsWith('node:') && !name.startsWith('_'))
  .map((name) => ({ name, message: `Import "node:${name}".` }))

/** The rules catch mistakes; how code looks is prettier's business, and how rooms meet is tested in `architecture/`. */
export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/coverage/**',
      '**/node_modules/**',
      '**/fixtures/**',
      '**/*.generated.ts',
      'benchmarks/**',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    rules: {
      'no-restricted-imports': ['error', { paths: withoutPrefix }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { project: './tsconfig.check.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': [
        'error',
        { allowForKnownSafeCalls: [{ from: 'package', package: 'node:test', name: ['test', 'describe', 'it'] }] },
      ],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      // Leaves files with decorators alone: there, an import of a type may be what an injected parameter is known by.
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
      // An interface is often asynchronous where one implementation need not be.
      '@typescript-eslint/require-await': 'off',
      // Doors that need an optional or heavy package load it when it is first used.
      '@typescript-eslint/no-require-imports': 'off',
    },
  },
  { files: ['packages/*/src/**/*.ts'], rules: { 'no-console': 'error' } },
  // Matchers of jest are `any`.
  {
    files: ['**/*.test.ts'],
    rules: { '@typescript-eslint/no-unsafe-assignment': 'off', '@typescript-eslint/no-unsafe-argument': 'off' },
  },
)
