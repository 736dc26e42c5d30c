import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/**
 * @typedef {{ passed: number, failed: number, skipped: string[], failures: string[], unsteady: string[] }} Tally
 * `unsteady`: passed only when it was run again; `failures`: each failed test's name with its message, to repeat at the
 * end of a log whose beginning may be cut off.
 */

/** Longer messages, such as a whole call log, are cut. */
const LONGEST_FAILURE = 1_500

/**
 * @param {string} name
 * @param {string[]} messages
 */
function describeFailure(name, messages) {
  const text = stripVTControlCharacters(messages.join('\n')).slice(0, LONGEST_FAILURE).trim()
  return `${name}\n${text}`.replaceAll(/\n(?=.)/g, '\n    ')
}

/** Undefined if the runner crashed before it wrote a report. */
function read(file) {
  if (!existsSync(file)) return undefined
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * Counts a runner's tests. A runner that failed without a failed test, crashed or ran nothing counts as one failure.
 * @param {Tally | undefined} tally
 * @param {boolean} isSuccess the runner's exit code
 * @param {boolean} mayBeEmpty a filter may match nothing
 * @returns {Tally}
 */
function settle(tally, isSuccess, mayBeEmpty) {
  if (!tally)
    return { passed: 0, failed: isSuccess && mayBeEmpty ? 0 : 1, skipped: [], failures: [], unsteady: [] }
  const isEmpty = tally.passed + tally.failed === 0
  const hasSilentFailure = !isSuccess && tally.failed === 0 && !(isEmpty && mayBeEmpty)
  return { ...tally, failed: tally.failed + (hasSilentFailure || (isEmpty && !mayBeEmpty) ? 1 : 0) }
}

/**
 * @param {string} file Vitest's JSON report
 * @returns {Tally}
 */
export function tallyVitest(file, isSuccess, mayBeEmpty = false) {
  const report = read(file)
  const tally = report && { passed: 0, failed: 0, skipped: [], failures: [], unsteady: [] }
  for (const suite of report?.testResults ?? []) {
    const file = relative(process.cwd(), suite.name ?? '')
    // A file that could not be loaded has no tests to fail.
    if (suite.status === 'failed' && !suite.assertionResults.some(({ status }) => status === 'failed')) {
      tally.failed += 1
      tally.failures.push(describeFailure(file, [suite.message ?? '']))
    }
    for (const { status, fullName, failureMessages } of suite.assertionResults) {
      const description = describeFailure(`${file} › ${fullName}`, failureMessages ?? [])
      if (status === 'passed') {
        tally.passed += 1
        if ((failureMessages ?? []).length > 0) tally.unsteady.push(description)
      } else if (status === 'failed') {
        tally.failed += 1
        tally.failures.push(description)
      } else tally.skipped.push(fullName)
    }
  }
  return settle(tally, isSuccess, mayBeEmpty)
}

/**
 * @param {string} file Playwright's JSON report
 * @returns {Tally}
 */
export function tallyPlaywright(file, isSuccess, mayBeEmpty = false) {
  const report = read(file)
  if (!report) return settle(undefined, isSuccess, mayBeEmpty)
  const skipped = []
  const unsteady = []
  // Failures of the set-up before all tests.
  const failures = (report.errors ?? []).map(({ message }) => describeFailure('Playwright', [message ?? '']))
  const visit = (suite) => {
    for (const { title, file, line, tests } of suite.specs ?? []) {
      if (tests.some(({ status }) => status === 'skipped')) skipped.push(title)
      for (const { status, results } of tests) {
        if (status !== 'unexpected' && status !== 'flaky') continue
        const messages = results.flatMap(({ errors }) => errors.map(({ message }) => message ?? ''))
        const described = describeFailure(`${file}:${line} › ${title}`, messages)
        if (status === 'flaky') unsteady.push(described)
        else failures.push(described)
      }
    }
    for (const inner of suite.suites ?? []) visit(inner)
  }
  for (const suite of report.suites) visit(suite)
  const { expected, unexpected, flaky } = report.stats
  return settle(
    { passed: expected + flaky, failed: unexpected, skipped, failures, unsteady },
    isSuccess,
    mayBeEmpty,
  )
}
