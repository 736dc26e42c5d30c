import { randomInt } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, relative } from 'node:path'
import { lingui } from '@lingui/vite-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { headlessOnboard } from './build/headless-onboard.ts'
import { linguiMacro } from './build/lingui-macro.ts'
import { IS_CORE, WHOLE_ONLY } from './tests/core.ts'

// Here, so that all workers have the same: what tests choose by chance follows from it.
process.env['KOI_TEST_SEED'] ??= String(randomInt(2 ** 31))

/** Files of tens of seconds, the longest first: begun last, one of them would leave all other cores idle. */
const LONGEST = [
  ...[
    'postgres-crash',
    'postgres-books',
    'pglite-withdrawals',
    'pglite-evm',
    'postgres-ledger',
    'postgres-evm',
    'pglite-ledger',
    'postgres-accounts',
  ],
  ...['postgres-withdrawals', 'process', 'signer-process', 'fuzz', 'connect-by-relay', 'connect-injected'],
  ...['stories', 'ledger-sequences', 'arrivals-simulation', 'two-processes', 'simulation'],
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) => {
      if (FIRST.has(relative('', moduleId))) return -1
      const name = /([^/\\]+)\.test\.tsx?$/.exec(moduleId)?.[1] ?? ''
      if (LONGEST.includes(name)) return LONGEST.indexOf(name)
      // One after the other, so that a worker that has loaded the code finds another file for it.
      return LONGEST.length + (project.name === SHARED ? 0 : 1)
    }
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}

/** Files that the changes concern, from `npm run test:all -- --since`. */
const FIRST = new Set(
  (process.env['KOI_TEST_FIRST'] ?? '').split('\n').map((line) => line.replace(/^\[[^\]]*\] /, '').trim()),
)

const SHARED = 'shared'
/** A file with a document, or with modules of its own making, has a process of its own. */
const NEEDS_PROCESS = /@vitest-environment|\bvi\.(?:doMock|mock|resetModules|unmock)\(/

const allFiles = readdirSync('tests', { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.test\.tsx?$/.test(path))
  .map((path) => join('tests', path))
const wholeOnly = Object.keys(WHOLE_ONLY).map((path) => join('tests', path))
for (const path of wholeOnly)
  if (!allFiles.includes(path)) throw new Error(`tests/core.ts: ${path} is not there`)
const testFiles = allFiles.filter((path) => !IS_CORE || !wholeOnly.includes(path))
const needsProcess = (path: string) => NEEDS_PROCESS.test(readFileSync(path, 'utf8'))

export default defineConfig({
  plugins: [headlessOnboard(), linguiMacro(), lingui({ failOnCompileError: true }), react()],
  // The product's build copies `public/`; tests must not.
  publicDir: false,
  test: {
    // A file that needs a DOM says so in its first line: `// @vitest-environment happy-dom`.
    environment: 'node',
    projects: [
      // Their processes load the code once for many files: that took a quarter of the time of those on the server.
      {
        extends: true,
        test: { name: SHARED, include: testFiles.filter((path) => !needsProcess(path)), isolate: false },
      },
      { extends: true, test: { name: 'own process', include: testFiles.filter(needsProcess) } },
    ],
    setupFiles: [
      'tests/support/console-guard.ts',
      'tests/support/dom-setup.ts',
      'tests/support/patience.ts',
      'tests/support/quick-passwords.ts',
    ],
    // Goes through the same plugin as in the product.
    server: { deps: { inline: [/@web3-onboard\//, /svelte-i18n/] } },
    sequence: { sequencer: LongestFirst },
    // Some files wait for most of their time, for a database, a process or a round. Others work meanwhile.
    maxWorkers: availableParallelism() + 2,
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
    // A test that passes only the second time is a bug of its own: `npm test` names it at its end.
    retry: process.env['KOI_TEST_REPORT'] ? 1 : 0,
    // The first start of a PGlite database takes seconds on a slow machine.
    testTimeout: 40_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 10_000 } },
    reporters: process.env['KOI_TEST_REPORT']
      ? ['default', ['json', { outputFile: process.env['KOI_TEST_REPORT'] }]]
      : ['default'],
  },
})
