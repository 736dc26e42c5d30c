import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { chromiumArgs, findTestBrowser } from './scripts/lib/chromium.mjs'
import { CORE_JOURNEYS, IS_CORE } from './tests/core.ts'

const executablePath = findTestBrowser()
const report = process.env['KOI_TEST_REPORT']
const workers = Number(process.env['KOI_E2E_WORKERS']) || Math.min(2, availableParallelism())

/** Most of their time passes in waiting for rounds, which begin and end when they do: they leave the cores to others. */
const ROUNDS = '**/play-crash*.spec.ts'

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Matches the core journeys only. Fails when one of them is no longer there: it would be left out in silence. */
function coreJourneys(): RegExp {
  const patterns = Object.entries(CORE_JOURNEYS).flatMap(([name, titles]) => {
    const file = `${name}.spec.ts`
    const source = readFileSync(new URL(`tests/e2e/${file}`, import.meta.url), 'utf8')
    return titles.map((title) => {
      if (!source.includes(title)) throw new Error(`tests/core.ts: no journey "${title}" in ${file}`)
      const words = title.split(/\$\{\w+\}/).map((part) => escaped(part))
      return `\\b${escaped(file)} .*${words.join('.*')}`
    })
  })
  return new RegExp(patterns.join('|'))
}

/** Journeys in Chromium against the built product and its real server. */
export default defineConfig({
  testDir: 'tests/e2e',
  ...(IS_CORE && { grep: coreJourneys() }),
  globalSetup: './tests/support/global-setup.ts',
  outputDir: 'test-results',
  // A test that passes only the second time is a bug of its own: `npm test` names it at its end.
  retries: 1,
  fullyParallel: true,
  workers: 2 * workers,
  projects: [
    { name: 'rounds', testMatch: ROUNDS, workers },
    { name: 'journeys', testIgnore: ROUNDS, workers },
  ],
  forbidOnly: process.env['CI'] !== undefined,
  timeout: 150_000,
  // Generous, because a passing test does not wait: a busy machine is no fault of the product's.
  expect: { timeout: 30_000 },
  reporter: report ? [['list'], ['json', { outputFile: report }]] : [['list']],
  use: {
    browserName: 'chromium',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    locale: 'en-US',
    colorScheme: 'dark',
    serviceWorkers: 'allow',
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath !== undefined && { executablePath }),
      // Other addresses resolve to nothing: tests never leave the machine.
      args: [...chromiumArgs, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost'],
    },
  },
})
