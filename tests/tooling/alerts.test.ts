import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { measureProcess, registry } from '#server/base/metrics.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(`${ROOT}/${path}`, 'utf8')
const RULES = 'ops/prometheus/koi.rules.yml'
const DASHBOARD = 'ops/grafana/koi.json'
const DOCS = read('docs/operating.md')

const promtool = (...args: string[]) => spawnSync('promtool', args, { cwd: ROOT, encoding: 'utf8' })
const hasPromtool = promtool('--version').error === undefined

describe('the alert rules', () => {
  it.runIf(hasPromtool)('are rules that promtool takes (Debian: prometheus)', () => {
    const { status, stdout, stderr } = promtool('check', 'rules', RULES)
    expect(status, stdout + stderr).toBe(0)
  })

  it.runIf(hasPromtool)('raise what promtool expects of them, and nothing else', () => {
    const { status, stdout, stderr } = promtool('test', 'rules', 'ops/prometheus/koi.rules.test.yml')
    expect(status, stdout + stderr).toBe(0)
  })

  it('are those of the page for operators, with the same severity', () => {
    const rules = [...read(RULES).matchAll(/- alert: (\w+)[^]*?severity: (\w+)/g)]
    const told = [...DOCS.matchAll(/^\| `(Koi\w+)` +\| (\w+)/gm)]
    const pairs = (found: readonly RegExpExecArray[]) =>
      found.map(([, name, severity]) => `${name} ${severity}`)
    expect(rules.length).toBeGreaterThan(0)
    expect(pairs(rules)).toEqual(pairs(told))
  })

  it('lead to headings of that page', () => {
    const headings = Array.from(DOCS.matchAll(/^#+ (.+)$/gm), ([, text = '']) =>
      text
        .toLowerCase()
        .replaceAll(/[^\w\- ]/g, '')
        .replaceAll(' ', '-'),
    )
    const alerts = read(RULES).split('- alert: ').slice(1)
    const lost = alerts.filter((alert) => {
      const heading = /runbook: docs\/operating\.md#([\w-]+)/.exec(alert)?.[1]
      return heading === undefined || !headings.includes(heading)
    })
    expect(lost).toEqual([])
  })
})

it.each([RULES, DASHBOARD])('%s names only figures that a process has', (path) => {
  measureProcess()
  const names = registry
    .getMetricsAsArray()
    .flatMap(({ name }) => [name, ...['_bucket', '_sum', '_count'].map((end) => name + end)])
  const named = new Set(read(path).match(/\b(?:koi|nodejs|process)_\w+/g))
  expect(named.size).toBeGreaterThan(0)
  expect([...named].filter((name) => !names.includes(name))).toEqual([])
})
