import { randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { lingui } from '@lingui/vite-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { headlessOnboard } from './build/headless-onboard.ts'
import { linguiMacro } from './build/lingui-macro.ts'

// Here, so that all workers have the same: what tests choose by chance follows from it.
process.env['KOI_TEST_SEED'] ??= String(randomInt(2 ** 31))

/** Files of tens of seconds, the longest first: begun last, one of them would leave all other cores idle. */
const LONGEST = [
  ...[
    'postgres-crash',
    'pglite-withdrawals',
    'pglite-evm',
    'postgres-ledger',
    'postgres-evm',
    'pglite-ledger',
    'postgres-accounts',
  ],
  ...['postgres-withdrawals', 'process', 'signer-process', 'fuzz', 'connect-by-relay', 'connect-injected'],
  ...['ledger-sequences', 'two-processes', 'simulation'],
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const name = /([^/\\]+)\.test\.tsx?$/.exec(moduleId)?.[1] ?? ''
      return LONGEST.includes(name) ? LONGEST.indexOf(name) : LONGEST.length
    }
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}

export default defineConfig({
  plugins: [headlessOnboard(), linguiMacro(), lingui({ failOnCompileError: true }), react()],
  // The product's build copies `public/`; tests must not.
  publicDir: false,
  test: {
    // A file that needs a DOM says so in its first line: `// @vitest-environment happy-dom`.
    environment: 'node',
    include: ['tests/**/*.test.{ts,tsx}'],
    exclude: ['tests/e2e/**', 'tests/bench/**', '**/node_modules/**'],
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
