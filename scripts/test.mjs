import { randomInt } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { endedCpuSeconds } from './lib/cpu-time.mjs'
import { ensureInstall, requireNode } from './lib/ensure-install.mjs'
import { readOptions } from './lib/options.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PARTS = ['checks', 'unit', 'e2e']

requireNode()
const { values, positionals: filters } = readOptions({
  usage: `npm test: what a change must pass, with its own set-up. Prints "N passed, N failed" last.
  npm test                      each thing once, in minutes (tests/core.ts says what that is)
  npm run test:all              everything, in about an hour: what a release must pass
  npm run test:all -- --since <commit>   the same, beginning with what the changes since then can affect
  npm test -- --only unit       or e2e, or checks
  npm test -- --changed         all that the changes since main can affect, uncommitted ones included
  npm test -- keep-alive        all tests in files whose path has these words
KOI_TEST_SEED=<n> chooses by chance what the run with that seed has chosen.`,
  options: {
    only: { type: 'string' },
    changed: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    since: { type: 'string' },
  },
  allowPositionals: true,
})
if (values.only !== undefined && !PARTS.includes(values.only)) {
  console.error(`--only takes one of ${PARTS.join(', ')}.`)
  process.exit(2)
}
if (values.since !== undefined && !values.all) {
  console.error('--since is for npm run test:all. To test only the changes: npm test -- --changed.')
  process.exit(2)
}
/** Named files and changes run with all of their tests, because a short run could hide the requested ones. */
const isCore = !values.all && !values.changed && filters.length === 0
const wants = (part) =>
  values.only === undefined ? part !== 'checks' || filters.length === 0 : values.only === part

const seed = process.env.KOI_TEST_SEED ?? String(randomInt(2 ** 31))
const total = { passed: 0, failed: 0, skipped: [], broken: [], failures: [], unsteady: [] }
const startedAt = Date.now()
/** Seconds of each step, by its name. */
const spent = {}

/** Saves the figures of a whole run for `npm run metrics`, too. */
function tellTime() {
  const seconds = Math.round((Date.now() - startedAt) / 1_000)
  const cpuSeconds = endedCpuSeconds()
  const cpu = cpuSeconds === undefined ? '' : `, ${cpuSeconds} CPU-seconds`
  console.log(`\n${seconds} seconds${cpu}, seed ${seed}: KOI_TEST_SEED=${seed} repeats its random choices`)
  if (values.only !== undefined || values.changed || filters.length > 0) return
  const { passed, failed } = total
  mkdirSync(join(ROOT, '.cache'), { recursive: true })
  writeFileSync(
    join(ROOT, '.cache', 'last-test.json'),
    `${JSON.stringify({ at: new Date(startedAt).toISOString(), seconds, cpuSeconds, passed, failed, seed, isCore, steps: spent })}\n`,
  )
}

function finish() {
  const { passed, failed, skipped, broken, failures, unsteady } = total
  if (skipped.length > 0)
    console.log(
      `\nSkipped, counted neither as passed nor as failed:\n${skipped.map((name) => `  ${name}`).join('\n')}`,
    )
  for (const each of unsteady) console.log(`\n~ Unsteady, passed only the second time: ${each}`)
  // Repeated at the end, because often only the end of a long log is kept.
  for (const failure of failures) console.log(`\n✗ ${failure}`)
  if (broken.length > 0) console.log(`\nFailed: ${broken.join(', ')}`)
  if (passed + failed === 0) {
    console.log('\nNo test was run.')
    total.failed = 1
  }
  process.exitCode = total.failed > 0 ? 1 : 0
  tellTime()
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

const { createSteps } = await import('./lib/parallel-steps.mjs')
const { makeTestDirectory } = await import('./lib/test-directory.mjs')
const { tallyPlaywright, tallyVitest } = await import('./lib/test-reports.mjs')
const { ensureTestBrowsers } = await import('./lib/chromium.mjs')

/** A filter may match tests of one runner only. Comes last, or Vitest takes a filter for the flag's value. */
const mayBeEmpty = filters.length > 0 || values.changed ? ['--pass-with-no-tests'] : []
const bin = (name) => join(ROOT, 'node_modules', '.bin', name)
const script = (name) => join(ROOT, 'scripts', `${name}.mjs`)
const cached = (name) => join('.cache', name)
const node = process.execPath
const directory = makeTestDirectory()
process.once('exit', () => rmSync(directory, { recursive: true, force: true, maxRetries: 3 }))
const env = { KOI_TEST_SEED: seed, TMPDIR: directory, ...(isCore && { KOI_TEST_CORE: '1' }) }
const { readChanges } = await import('./lib/changes.mjs')
const changes = values.changed ? readChanges(ROOT) : undefined
if (changes) console.log(changes.text)
/** Changes whose tests run first in the whole run. */
const first = values.since === undefined ? undefined : readChanges(ROOT, values.since)
if (first === null) {
  console.error(`There is no commit ${values.since}.`)
  process.exit(2)
}
if (first) console.log(`Tests of the changes run first. ${first.text}`)

/** With `--changed` only the changed files are linted. Effects of changed types on others are found by a whole run. */
const linted = changes ? ['--no-error-on-unmatched-pattern', ...changes.linted] : ['.']
const LINT = [
  ['Lint of types, React and plain mistakes', bin('oxlint'), linted],
  [
    'Lint of Koi’s own rules',
    bin('eslint'),
    [
      '--max-warnings',
      '0',
      '--no-warn-ignored',
      '--cache',
      '--cache-strategy',
      'content',
      '--cache-location',
      cached('eslint/'),
      ...linted,
    ],
  ],
]

/**
 * Checks that pass or fail as a whole, the longest first: a new check is one line.
 * @type {readonly (readonly [name: string, command: string, args: readonly string[]])[]}
 */
const CHECKS = [
  ...(changes?.linted.length === 0 ? [] : LINT),
  ['Types', node, [join(ROOT, 'node_modules/typescript-native/bin/tsc'), '--noEmit', '--singleThreaded']],
  [
    'Formatting',
    bin('prettier'),
    [
      '--check',
      '--log-level',
      'warn',
      '--cache',
      '--cache-strategy',
      'content',
      '--cache-location',
      cached('prettier'),
      '.',
    ],
  ],
  ['Translations', node, [script('check-i18n')]],
  ['verify.html as the README says', node, [script('verifier'), '--check']],
  ['Style sheets', bin('stylelint'), ['src/**/*.css', '--max-warnings', '0']],
  ['Unused files, exports and packages', bin('knip'), ['--no-progress']],
]

const steps = createSteps({ root: ROOT, startedAt, isAlone: values.only === 'unit' })

/** Runs a step when a core is free for it, and adds its counts. Resolves to true if nothing failed. */
const step = (name, work, order) =>
  steps.add(
    name,
    async (run) => {
      const from = Date.now()
      const tally = await work(run).catch((error) => {
        console.error(error.message)
        return { passed: 0, failed: 1 }
      })
      spent[name] = Math.round((Date.now() - from) / 1_000)
      add(name, tally)
      return tally.failed
    },
    order,
  )

/** Paths under `tests`. */
const testFiles = (end) =>
  readdirSync(join(ROOT, 'tests'), { recursive: true, encoding: 'utf8' }).filter((path) => end.test(path))

const check = (name, command, args, { isQuiet = true, isPatient = true } = {}) =>
  step(
    name,
    async (run) => {
      const isSuccess = await run(command, args, { isQuiet })
      return { passed: isSuccess ? 1 : 0, failed: isSuccess ? 0 : 1 }
    },
    { isPatient },
  )

const isBuilt =
  wants('checks') || wants('e2e')
    ? check('Build', node, [script('build')], { isPatient: false })
    : Promise.resolve(true)

async function checkJourneys() {
  if (!(await isBuilt)) {
    if (!wants('e2e')) return
    console.log('\nThe journeys need the build, which failed.')
    return add('Journeys in Chromium', { passed: 0, failed: 1 })
  }
  if (wants('checks')) void check('Size of the first load', node, [script('size')], { isQuiet: false })
  if (!wants('e2e')) return
  const chosen = changes ? changes.journeys : filters
  if (changes && chosen.length === 0) return
  if (!first?.journeys.length) return runJourneys('Journeys in Chromium', chosen)
  const others = testFiles(/\.spec\.ts$/)
    .map((path) => basename(path))
    .filter((name) => !first.journeys.includes(name))
  await Promise.all([
    runJourneys('Journeys that the changes concern', first.journeys),
    runJourneys('All other journeys', others),
  ])
}

const runJourneys = (name, files) =>
  step(
    name,
    async (run) => {
      console.log(`Browser: ${ensureTestBrowsers()}`)
      const report = join(directory, `${name}.json`)
      const isSuccess = await run(bin('playwright'), ['test', ...files, ...mayBeEmpty], {
        env: { ...env, KOI_TEST_REPORT: report },
        count: { total: /^Running (\d+) tests? /, done: /^[✓✘-]\s/ },
      })
      return tallyPlaywright(report, isSuccess, mayBeEmpty.length > 0)
    },
    // First in the queue: patient checks use what the journeys leave of the cores.
    { isNext: true, load: 2 },
  )

/** The test files that the changes concern, one a line, as `vitest.config.ts` reads them. */
function filesFirst() {
  if (!first) return {}
  const { stdout } = spawnSync(bin('vitest'), ['list', '--filesOnly', '--changed', first.base], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  return { KOI_TEST_FIRST: stdout }
}

function runUnitTests() {
  return step(
    'Unit and server tests',
    async (run) => {
      // Some tests use the build.
      await isBuilt
      const report = join(directory, 'vitest.json')
      const which = changes ? ['--changed', changes.base] : filters
      const isSuccess = await run(bin('vitest'), ['run', ...which, ...mayBeEmpty], {
        env: { ...env, ...filesFirst(), KOI_TEST_REPORT: report },
        count: {
          total: filters.length > 0 || changes ? 0 : testFiles(/\.test\.tsx?$/).length,
          done: /^[✓❯×]\s.*\.test\.tsx?/,
        },
      })
      return tallyVitest(report, isSuccess, mayBeEmpty.length > 0)
    },
    // Not beside the journeys on two cores: both would become slow and exceed their time limits.
    { load: 2 },
  )
}

if (wants('checks') || wants('e2e')) void checkJourneys()
if (wants('checks')) for (const [name, command, args] of CHECKS) void check(name, command, args)
if (wants('unit')) void runUnitTests()
await steps.all()

finish()
