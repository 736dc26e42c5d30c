import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { archiveAssets } from '../../scripts/asset-archive.mjs'

const DAY = 24 * 60 * 60 * 1000
let out: string
beforeEach(() => {
  out = mkdtempSync(join(tmpdir(), 'koi-out-'))
})
afterEach(() => rmSync(out, { recursive: true, force: true }))

/** Replaces the release in `out` by one with these assets, as the build does. */
function release(now: number, ...assets: string[]): void {
  const next = join(out, '.next/client')
  mkdirSync(join(next, 'assets'), { recursive: true })
  for (const name of assets) writeFileSync(join(next, 'assets', name), name)
  archiveAssets(out, next, now)
  rmSync(join(out, 'client'), { recursive: true, force: true })
  mkdirSync(join(out, 'client/assets'), { recursive: true })
  for (const name of assets) writeFileSync(join(out, 'client/assets', name), name)
  rmSync(next, { recursive: true })
}

const archived = () => (existsSync(join(out, 'previous')) ? readdirSync(join(out, 'previous')).sort() : [])

describe('the archive of assets', () => {
  it('begins empty, and keeps the files that the next release replaces', () => {
    release(1 * DAY, 'a1.js')
    expect(archived()).toEqual([])
    release(2 * DAY, 'a2.js')
    expect(readdirSync(join(out, 'previous', String(2 * DAY), 'assets'))).toEqual(['a1.js'])
  })

  it('does not count a second build of the same sources as a release', () => {
    release(1 * DAY, 'a1.js')
    release(2 * DAY, 'a1.js')
    expect(archived()).toEqual([])
  })

  it('keeps three releases, and each for 14 days at most', () => {
    for (const day of [1, 2, 3, 4, 5, 6]) release(day * DAY, `a${day}.js`)
    expect(archived()).toEqual([4, 5, 6].map((day) => String(day * DAY)))
    release(19 * DAY, 'a19.js')
    expect(archived()).toEqual([19, 5, 6].map((day) => String(day * DAY)).sort())
    release(19.5 * DAY, 'a19.js')
    expect(archived()).toEqual([19, 6].map((day) => String(day * DAY)).sort())
  })
})
