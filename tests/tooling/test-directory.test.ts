import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { makeTestDirectory } from '../../scripts/lib/test-directory.mjs'

const made: string[] = []
afterEach(() => {
  // Other files of tests run in this process.
  vi.unstubAllEnvs()
  made.splice(0).forEach((each) => rmSync(each, { recursive: true, force: true }))
})

function folder(parent: string, prefix: string): string {
  const path = mkdtempSync(join(parent, prefix))
  made.push(path)
  return path
}

function make(options?: Parameters<typeof makeTestDirectory>[0]): string {
  const path = makeTestDirectory(options)
  made.push(path)
  return path
}

const MEMORY = '/dev/shm'
const TMPFS = 0x01021994
const hasMemory = existsSync(MEMORY) && statfsSync(MEMORY).type === TMPFS

it.skipIf(!hasMemory)('the test directory is in memory when there is room', () => {
  expect(dirname(make({ room: 1 }))).toBe(MEMORY)
})

it('the test directory is among the temporary files when there is too little memory', () => {
  expect(dirname(make({ memory: '/no/such/directory' }))).toBe(tmpdir())
  expect(dirname(make({ memory: MEMORY, room: Number.MAX_SAFE_INTEGER }))).toBe(tmpdir())
})

it.skipIf(process.platform === 'win32')(
  'the test directory lets other users reach their files, but not list it',
  () => {
    expect(statSync(make()).mode & 0o777).toBe(0o711)
  },
)

it('the leftovers of killed runs are deleted, but nothing of a run in progress', () => {
  const parent = folder(tmpdir(), 'koi-leftovers-')
  vi.stubEnv('TMPDIR', parent)
  const { pid: ended } = spawnSync(process.execPath, ['--version'])
  const leftover = folder(parent, `koi-test-${ended}-`)
  writeFileSync(join(leftover, 'rows'), 'rows')
  const underWay = folder(parent, `koi-test-${process.pid}-`)
  const another = folder(parent, 'koi-data-')
  make({ memory: '/no/such/directory' })
  expect([leftover, underWay, another].map((each) => existsSync(each))).toEqual([false, true, true])
})
