import query from '@tanstack/eslint-plugin-query'
import parser from '@typescript-eslint/parser'
import lingui from 'eslint-plugin-lingui'
import { defineConfig, globalIgnores } from 'eslint/config'
import { koi } from './build/eslint/plugin.js'

const PRODUCT = ['src/**/*.{ts,tsx}', 'sw/**/*.ts', 'server/**/*.ts', 'demo-provider/**/*.ts']
const TYPESCRIPT = ['**/*.{ts,tsx}']
/** Read by their default export. */
const DEFAULT_EXPORTS = ['*.config.{js,ts}', 'tests/support/global-setup.ts', 'build/light-icon.js']

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
  {
    selector:
      'ObjectExpression > SpreadElement > ObjectExpression[properties.length>0], JSXSpreadAttribute > ObjectExpression',
    message: 'Write the properties themselves.',
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

/** Koi's own rules, and those of libraries that have them for ESLint only. The rest is in .oxlintrc.json. */
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

  { files: TYPESCRIPT, languageOptions: { parser } },
  {
    files: ['**/*.{js,mjs,ts,tsx}'],
    plugins: { koi },
    rules: {
      'koi/file-names': 'error',
      'koi/plain-words': 'error',
      'no-restricted-syntax': ['error', ...EVERYWHERE],
      'no-restricted-exports': [
        'error',
        { restrictDefaultExports: { direct: true, named: true, defaultFrom: true, namedFrom: true } },
      ],
      'id-denylist': ['error', 'utils', 'util', 'helpers', 'helper', 'misc', 'manager', 'common'],
    },
  },
  { files: DEFAULT_EXPORTS, rules: { 'no-restricted-exports': 'off' } },

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
    files: ['server/**/*.ts'],
    // Its one float is time, no money.
    ignores: ['server/db/migrations/baseline/ledger-check.ts'],
    rules: { 'koi/exact-sql': 'error' },
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
    extends: [query.configs['flat/recommended'], lingui.configs['flat/recommended']],
    rules: {
      'koi/class-names': 'error',
      'koi/number-inputs': 'error',
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
  {
    // Their keys name the endpoint by its path, which the rule does not see.
    files: ['src/queries/api-*.ts', 'src/operator/session/queries.ts'],
    rules: { '@tanstack/query/exhaustive-deps': 'off' },
  },
  { files: ['sw/**'], rules: { 'no-console': 'error' } },
  { files: ['src/**/*.{ts,tsx}'], rules: edges(STORAGE, NETWORK) },
  { files: ['src/lib/**'], rules: edges(NETWORK) },
  { files: ['src/api/**'], rules: edges(STORAGE) },
  {
    files: ['src/routes/**'],
    rules: { 'max-lines': ['error', { max: 30, skipBlankLines: true, skipComments: true }] },
  },
)
