import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockDataDir } from '#server/db/data-dir-lock.ts'
import { StartupError } from '#server/startup-error.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'koi-lock-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))
const lockFile = () => join(dir, 'koi.lock')

describe('lock of the data directory', () => {
  it('is held by one at a time and leaves nothing behind', () => {
    const release = lockDataDir(dir)
    expect(() => lockDataDir(dir)).toThrow(StartupError)
    expect(() => lockDataDir(dir)).toThrow(`is in use by another Koi (process ${process.pid})`)
    release()
    expect(readdirSync(dir)).toEqual([])
    lockDataDir(dir)()
  })

  it('is taken over from a process that is gone', async () => {
    const child = spawn(process.execPath, ['-e', ''])
    await once(child, 'exit')
    writeFileSync(lockFile(), String(child.pid))
    const release = lockDataDir(dir)
    expect(readFileSync(lockFile(), 'utf8')).toMatch(new RegExp(`^${process.pid}\\b`))
    expect(readdirSync(dir)).toEqual(['koi.lock'])
    release()
  })

  it.each(['', 'rubbish', '0', '-1'])('is taken over when it says %j', (content) => {
    writeFileSync(lockFile(), content)
    lockDataDir(dir)()
    expect(existsSync(lockFile())).toBe(false)
  })

  it.runIf(process.platform === 'linux')('is not mistaken for that of a process with the same id', () => {
    // After a restart of a container another program has the id that Koi had.
    writeFileSync(lockFile(), `${process.ppid} 00000000-0000-0000-0000-000000000000 1`)
    lockDataDir(dir)()
  })

  it('makes the directory, and says when it cannot', () => {
    lockDataDir(join(dir, 'a/b'))()
    writeFileSync(join(dir, 'file'), '')
    expect(() => lockDataDir(join(dir, 'file/data'))).toThrow(
      /^The data directory .* cannot be written \(ENOTDIR\): set DATA_DIR/,
    )
  })

  it('does not remove the lock of another', () => {
    const release = lockDataDir(dir)
    writeFileSync(lockFile(), '1')
    release()
    expect(readFileSync(lockFile(), 'utf8')).toBe('1')
  })
})
