import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkSites, NGINX } from '../support/nginx.ts'

const UNITS = join(import.meta.dirname, '..', '..', 'ops', 'systemd')
/** systemd counts to ten: it calls up to 2 "OK", and a service without any limits has 9.6. */
const MOST_EXPOSED = 2
const analyze = (...args: string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8' })
const hasSystemd = analyze('--version').status === 0
const names = readdirSync(UNITS).filter((name) => /\.(?:service|timer)$/.test(name))
const services = names.filter((name) => name.endsWith('.service'))

describe.skipIf(!hasSystemd)('the units of systemd (needs systemd-analyze)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'koi-units-'))
  beforeAll(() => {
    for (const name of names) {
      const text = readFileSync(join(UNITS, name), 'utf8')
      // The program is elsewhere on this machine, and nothing is installed.
      writeFileSync(join(folder, name), text.replaceAll('/usr/bin/node', process.execPath))
    }
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('are understood, each line of them', () => {
    const { status, stderr } = analyze('verify', ...names.map((name) => join(folder, name)))
    const own = stderr.split('\n').filter((line) => line.includes(folder) || line.includes('koi'))
    expect({ status, own }).toEqual({ status: 0, own: [] })
  })

  it.each(services)('%s may do little', (name) => {
    const { stdout } = analyze('security', '--offline=true', '--no-pager', join(folder, name))
    const exposed = /Overall exposure level for .*: ([\d.]+)/.exec(stdout)?.[1]
    expect(Number(exposed)).toBeLessThanOrEqual(MOST_EXPOSED)
  })
})

it.skipIf(NGINX === undefined)('nginx understands the sites as they are delivered (needs nginx)', () => {
  expect(checkSites()).toBe('')
})
