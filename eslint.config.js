import js from '@eslint/js'
import query from '@tanstack/eslint-plugin-query'
import lingui from 'eslint-plugin-lingui'
import reactHooks from 'eslint-plugin-react-hooks'
import { defineConfig, globalIgnores } from 'eslint/config'
import ts from 'typescript-eslint'
import { koi } from './build/eslint/plugin.js'

const PRODUCT = ['src/**/*.{ts,tsx}', 'sw/**/*.ts', 'server/**/*.ts']
const TYPED = [...PRODUCT, 'tests/**/*.{ts,tsx}', 'build/**/*.ts', '*.config.ts']
const PLAIN = ['**/*.{js,mjs}']
/** Tools that read a file's default export. */
const CONFIG_FILES = ['*.config.{js,ts}', 'tests/support/global-setup.ts']

const UNUSED = { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrors: 'none' }

const EVERYWHERE = [
  { selector: 'ExportAllDeclaration', message: 'No barrels: import from the file that defines it.' },
  {
    selector: 'ExportNamedDeclaration[source]',
    message: 'No re-exports: import from the file that defines it.',
  },
  {
    // The bundler waits for the code's style sheets around `import(…).then((module) => …)`, outside both handlers.
    selector:
      'CallExpression[arguments.length=2][callee.property.name="then"][callee.object.type="ImportExpression"][arguments.0.params.0.type="Identifier"]',
    message: 'A style sheet that does not arrive would go by this handler: write ({ name }) => … instead.',
  },
]
const STORAGE = {
  names: ['localStorage', 'sessionStorage', 'indexedDB'],
  message: 'Only src/lib touches browser storage; call one of its functions.',
}
const NETWORK = {
  names: ['fetch', 'XMLHttpRequest', 'EventSource'],
  message: 'Only src/api touches the network; call one of its functions.',
}
/** Keeps to one folder what the browser offers by name, also where it is taken from the window. */
const edges = (...kinds) => ({
  'no-restricted-globals': [
    'error',
    ...kinds.flatMap(({ names, message }) => names.map((name) => ({ name, message }))),
  ],
  'no-restricted-syntax': [
    'error',
    ...EVERYWHERE,
    ...kinds.map(({ names, message }) => ({
      selector: `MemberExpression[object.name=/^(window|globalThis|self)$/][property.name=/^(${names.join('|')})$/]`,
      message,
    })),
  ],
})

export default defineConfig(
  globalIgnores([
    'dist/',
    'node_modules/',
    '.data/',
    '.cache/',
    'test-results/',
    'playwright-report/',
    'build/stubs/**/*.d.ts',
    'src/routeTree.gen.ts',
    'public/',
  ]),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },

  js.configs.recommended,
  {
    files: ['**/*.{js,mjs,ts,tsx}'],
    plugins: { koi },
    rules: {
      'koi/file-names': 'error',
      'no-restricted-syntax': ['error', ...EVERYWHERE],
      'no-restricted-exports': [
        'error',
        { restrictDefaultExports: { direct: true, named: true, defaultFrom: true, namedFrom: true } },
      ],
      'id-denylist': ['error', 'utils', 'util', 'helpers', 'helper', 'misc', 'manager', 'common'],
      eqeqeq: 'error',
      'object-shorthand': 'error',
      'prefer-const': 'error',
      'no-unused-vars': ['error', UNUSED],
    },
  },
  { files: CONFIG_FILES, rules: { 'no-restricted-exports': 'off' } },

  // Node and browser globals are the compiler's business in TypeScript; plain scripts are few.
  { files: PLAIN, rules: { 'no-undef': 'off' } },

  {
    files: TYPED,
    extends: [ts.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/no-unused-vars': ['error', UNUSED],
      // Interfaces ask for promises where an implementation has nothing to wait for.
      '@typescript-eslint/require-await': 'off',
      // The schema library and the router hand functions on by name; they use no `this`.
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      // Redirects and not-found answers of the router are thrown objects.
      '@typescript-eslint/only-throw-error': [
        'error',
        {
          allow: [{ from: 'package', package: '@tanstack/router-core', name: ['Redirect', 'NotFoundError'] }],
        },
      ],
    },
  },

  { files: PRODUCT, rules: { 'koi/layers': 'error' } },
  {
    files: ['server/**/*.ts'],
    ignores: ['server/base/server-clock.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          object: 'Date',
          property: 'now',
          message:
            'A machine’s clock may be wrong: take the `clock` of server-clock.ts, or `performance.now()` for how long something takes.',
        },
      ],
      'no-restricted-syntax': [
        'error',
        ...EVERYWHERE,
        {
          selector: "NewExpression[callee.name='Date'][arguments.length=0]",
          message: 'A machine’s clock may be wrong: take the `clock` of server-clock.ts.',
        },
      ],
    },
  },
  {
    files: ['src/**/*.tsx'],
    ignores: ['src/routes/**'],
    rules: {
      'koi/one-component': 'error',
      'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    extends: [
      reactHooks.configs.flat.recommended,
      query.configs['flat/recommended'],
      lingui.configs['flat/recommended'],
    ],
    rules: {
      // Speaks of the React Compiler, which is not in use.
      'react-hooks/incompatible-library': 'off',
      'koi/class-names': 'error',
      'koi/translated-text': 'error',
      'no-console': 'error',
      'no-restricted-properties': [
        'error',
        {
          property: 'randomUUID',
          message: 'Missing on pages without encryption: take a key from #lib/request-key.ts.',
        },
      ],
    },
  },
  { files: ['sw/**'], rules: { 'no-console': 'error' } },
  { files: ['src/**/*.{ts,tsx}'], rules: edges(STORAGE, NETWORK) },
  { files: ['src/lib/**'], rules: edges(NETWORK) },
  { files: ['src/api/**'], rules: edges(STORAGE) },
  {
    files: ['src/routes/**'],
    rules: { 'max-lines': ['error', { max: 30, skipBlankLines: true, skipComments: true }] },
  },
  {
    files: ['tests/**/*.{ts,tsx}'],
    rules: {
      // Playwright reads what a fixture needs from its first parameter, and wants a pattern there.
      'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }],
      // Mocked and parsed values are loosely typed on purpose; the assertions say what they must be.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
    },
  },
)
