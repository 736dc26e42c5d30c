import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureInstall, requireNode } from './lib/ensure-install.mjs'
import { readOptions } from './lib/options.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PARTS = ['checks', 'unit', 'e2e']

requireNode()
const { values, positionals: filters } = readOptions({
  usage: `npm test: everything a change must pass, with its own set-up. Prints "N passed, N failed" last.
  npm test                      all of it
  npm test -- --only unit       or e2e, or checks
  npm test -- keep-alive        only test files whose path has these words`,
  options: { only: { type: 'string' } },
  allowPositionals: true,
})
if (values.only !== undefined && !PARTS.includes(values.only)) {
  console.error(`--only takes one of ${PARTS.join(', ')}.`)
  process.exit(2)
}
const wants = (part) =>
  values.only === undefined ? part !== 'checks' || filters.length === 0 : values.only === part

const total = { passed: 0, failed: 0, skipped: [], broken: [], failures: [], unsteady: [] }
const startedAt = Date.now()

function finish() {
  const { passed, failed, skipped, broken, failures, unsteady } = total
  if (skipped.length > 0)
    console.log(`\nSkipped, and counted as neither:\n${skipped.map((name) => `  ${name}`).join('\n')}`)
  for (const each of unsteady) console.log(`\n~ Unsteady, passed only the second time: ${each}`)
  // Repeated at the end: of a long log often only that is kept.
  for (const failure of failures) console.log(`\n✗ ${failure}`)
  if (broken.length > 0) console.log(`\nFailed: ${broken.join(', ')}`)
  if (passed + failed === 0) {
    console.log('\nNo test was run.')
    total.failed = 1
  }
  process.exitCode = total.failed > 0 ? 1 : 0
  console.log(`\n${total.passed} passed, ${total.failed} failed`)
}

function add(name, { passed, failed, skipped = [], failures = [], unsteady = [] }) {
  total.passed += passed
  total.failed += failed
  total.skipped.push(...skipped)
  total.failures.push(...failures)
  total.unsteady.push(...unsteady)
  if (failed > 0) total.broken.push(name)
}

try {
  ensureInstall()
} catch (error) {
  console.error(error.message)
  add('set-up', { passed: 0, failed: 1 })
  finish()
  process.exit()
}

const { duration, run } = await import('./lib/steps.mjs')
const { tallyPlaywright, tallyVitest } = await import('./lib/test-reports.mjs')
const { ensureTestBrowsers } = await import('./lib/chromium.mjs')

/** A filter may concern one of the two runners only. Last, or Vitest takes a filter for the flag's value. */
const mayBeEmpty = filters.length > 0 ? ['--pass-with-no-tests'] : []
const bin = (name) => join(ROOT, 'node_modules', '.bin', name)
const node = process.execPath
const reports = mkdtempSync(join(tmpdir(), 'koi-reports-'))

/** Runs one step, says how long it took, and adds what `work` counted. */
async function step(name, work) {
  const from = Date.now()
  console.log(`\n▸ ${name} …`)
  let tally
  try {
    tally = await work()
  } catch (error) {
    console.error(error.message)
    tally = { passed: 0, failed: 1 }
  }
  add(name, tally)
  const verdict = tally.failed > 0 ? `✗ ${tally.failed} failed` : '✓'
  console.log(
    `${verdict} ${name}, ${duration(Date.now() - from)} (${duration(Date.now() - startedAt)} so far)`,
  )
  return tally.failed === 0
}

/** A step that is one check: it passes or it fails. */
const check = (name, command, args, isQuiet = true) =>
  step(name, async () => {
    const isSuccess = await run(command, args, { cwd: ROOT, isQuiet })
    return { passed: isSuccess ? 1 : 0, failed: isSuccess ? 0 : 1 }
  })

let isBuilt = false
/** One after the other beside the linter, which takes as long as all of them. */
async function checkTheRest() {
  if (wants('checks')) {
    await check('Formatting', bin('prettier'), ['--check', '--log-level', 'warn', '.'])
    await check('Types', bin('tsc'), ['--noEmit'])
    await check('Translations', node, [join(ROOT, 'scripts', 'check-i18n.mjs')])
  }
  if (wants('checks') || wants('e2e')) {
    isBuilt = await check('Build', node, [join(ROOT, 'scripts', 'build.mjs')])
  }
  if (wants('checks') && isBuilt) {
    await check('Size of the first load', node, [join(ROOT, 'scripts', 'size.mjs')], false)
  }
}
await Promise.all([
  wants('checks') && check('Lint', bin('eslint'), ['.', '--max-warnings', '0']),
  checkTheRest(),
])

if (wants('unit')) {
  await step('Unit and server tests', async () => {
    const report = join(reports, 'vitest.json')
    const isSuccess = await run(bin('vitest'), ['run', ...filters, ...mayBeEmpty], {
      cwd: ROOT,
      env: { KOI_TEST_REPORT: report },
    })
    return tallyVitest(report, isSuccess, filters.length > 0)
  })
}

if (wants('e2e')) {
  if (isBuilt) {
    await step('Journeys in Chromium', async () => {
      const browser = ensureTestBrowsers()
      console.log(`Browser: ${browser}`)
      const report = join(reports, 'playwright.json')
      const isSuccess = await run(bin('playwright'), ['test', ...filters, ...mayBeEmpty], {
        cwd: ROOT,
        env: { KOI_TEST_REPORT: report },
      })
      return tallyPlaywright(report, isSuccess, filters.length > 0)
    })
  } else {
    console.log('\nThe journeys need the build, which failed.')
    add('Journeys in Chromium', { passed: 0, failed: 1 })
  }
}

rmSync(reports, { recursive: true, force: true })
finish()
