import { existsSync, readFileSync } from 'node:fs'

/**
 * @typedef {{ passed: number, failed: number, skipped: string[] }} Tally
 */

/** Reads a report, or undefined when the runner broke down before it wrote one. */
function read(file) {
  if (!existsSync(file)) return undefined
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * Counts a runner's tests. A runner that failed without a failed test, broke down or ran nothing counts
 * as one failure.
 * @param {Tally | undefined} tally
 * @param {boolean} isSuccess the runner's exit code
 * @param {boolean} mayBeEmpty a filter may leave nothing over
 * @returns {Tally}
 */
function settle(tally, isSuccess, mayBeEmpty) {
  if (!tally) return { passed: 0, failed: isSuccess && mayBeEmpty ? 0 : 1, skipped: [] }
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
  const tally = report && { passed: 0, failed: 0, skipped: [] }
  for (const suite of report?.testResults ?? []) {
    // A file that could not be loaded has no tests to fail.
    if (suite.status === 'failed' && !suite.assertionResults.some(({ status }) => status === 'failed')) {
      tally.failed += 1
    }
    for (const { status, fullName } of suite.assertionResults) {
      if (status === 'passed') tally.passed += 1
      else if (status === 'failed') tally.failed += 1
      else tally.skipped.push(fullName)
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
  const visit = (suite) => {
    for (const spec of suite.specs ?? []) {
      if (spec.tests.some(({ status }) => status === 'skipped')) skipped.push(spec.title)
    }
    for (const inner of suite.suites ?? []) visit(inner)
  }
  for (const suite of report.suites) visit(suite)
  const { expected, unexpected, flaky } = report.stats
  return settle({ passed: expected, failed: unexpected + flaky, skipped }, isSuccess, mayBeEmpty)
}
