import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { tallyPlaywright, tallyVitest } from '../../scripts/lib/test-reports.mjs'

const folder = mkdtempSync(join(tmpdir(), 'koi-tally-'))
afterAll(() => rmSync(folder, { recursive: true }))

let count = 0
function report(content: unknown): string {
  const file = join(folder, `${(count += 1)}.json`)
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

const suite = (status: string, ...tests: string[]) => ({
  name: join(process.cwd(), 'tests', 'some.test.ts'),
  status,
  message: 'cannot be loaded',
  assertionResults: tests.map((test) => ({
    status: test,
    fullName: `a ${test} test`,
    failureMessages: test === 'failed' ? ['\u001b[31mexpected 1 to be 2\u001b[39m\nat line 3'] : [],
  })),
})
const journeys = (expected: number, unexpected: number, flaky = 0) => ({
  stats: { expected, unexpected, flaky, skipped: 0 },
  suites: [],
})

describe('the count of Vitest', () => {
  it('includes passed and failed tests, and names the skipped ones', () => {
    const file = report({ testResults: [suite('failed', 'passed', 'passed', 'failed', 'skipped')] })
    expect(tallyVitest(file, false)).toEqual({
      passed: 2,
      failed: 1,
      skipped: ['a skipped test'],
      failures: ['tests/some.test.ts › a failed test\n    expected 1 to be 2\n    at line 3'],
      unsteady: [],
    })
  })

  it('names tests that passed only on the retry', () => {
    const failedFirst = { status: 'passed', fullName: 'a late test', failureMessages: ['expected 1 to be 2'] }
    const file = report({ testResults: [{ ...suite('passed', 'passed'), assertionResults: [failedFirst] }] })
    expect(tallyVitest(file, true)).toMatchObject({
      passed: 1,
      failed: 0,
      unsteady: ['tests/some.test.ts › a late test\n    expected 1 to be 2'],
    })
  })

  it('includes a file that could not be loaded', () => {
    const file = report({ testResults: [suite('passed', 'passed'), suite('failed')] })
    expect(tallyVitest(file, false)).toMatchObject({
      failed: 1,
      failures: ['tests/some.test.ts\n    cannot be loaded'],
    })
  })

  it('includes an error outside any test, such as an unhandled rejection', () => {
    expect(tallyVitest(report({ testResults: [suite('passed', 'passed')] }), false).failed).toBe(1)
  })

  it('treats a broken runner, a broken report and an empty run as failed', () => {
    expect(tallyVitest(join(folder, 'none.json'), false).failed).toBe(1)
    expect(tallyVitest(report('{"testRes'), true).failed).toBe(1)
    expect(tallyVitest(report({ testResults: [] }), true).failed).toBe(1)
  })

  it('accepts a filter that matches nothing', () => {
    expect(tallyVitest(report({ testResults: [] }), false, true)).toEqual({
      passed: 0,
      failed: 0,
      skipped: [],
      failures: [],
      unsteady: [],
    })
  })
})

describe('the count of Playwright', () => {
  it('names failures at any depth of suites, and errors of the set-up', () => {
    const spec = (title: string, status: string, message?: string) => ({
      title,
      file: 'lobby.spec.ts',
      line: 7,
      tests: [{ status, results: [{ errors: message === undefined ? [] : [{ message }] }] }],
    })
    const suites = [
      {
        specs: [spec('opens', 'expected')],
        suites: [
          {
            specs: [
              spec('closes', 'unexpected', 'no door'),
              spec('waits', 'skipped'),
              spec('rings', 'flaky', 'no bell'),
            ],
          },
        ],
      },
    ]
    const file = report({ ...journeys(1, 1, 1), suites, errors: [{ message: 'no server' }] })
    expect(tallyPlaywright(file, false)).toMatchObject({
      passed: 2,
      failed: 1,
      skipped: ['waits'],
      unsteady: ['lobby.spec.ts:7 › rings\n    no bell'],
      failures: ['Playwright\n    no server', 'lobby.spec.ts:7 › closes\n    no door'],
    })
  })

  it('treats a failed set-up, a broken runner and an empty run as failed', () => {
    expect(tallyPlaywright(report(journeys(3, 0)), false).failed).toBe(1)
    expect(tallyPlaywright(join(folder, 'none.json'), false).failed).toBe(1)
    expect(tallyPlaywright(report(journeys(0, 0)), true).failed).toBe(1)
  })
})
