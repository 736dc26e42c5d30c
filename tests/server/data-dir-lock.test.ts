import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockDataDir } from '#server/db/data-dir-lock.ts'
import { StartupError } from '#server/base/startup-error.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'koi-lock-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))
const lockFile = () => join(dir, 'koi.lock')

/** Takes the lock as the server does, and holds it until it is killed. */
async function startHolder(wrapper: readonly string[] = []) {
  const source = `import { lockDataDir } from '#server/db/data-dir-lock.ts'
    lockDataDir(process.argv.at(-1)); console.log('held'); setInterval(() => {}, 1_000)`
  const node = [process.execPath, '--import', 'tsx', '--input-type=module', '-e', source, dir]
  const [command = '', ...args] = [...wrapper, ...node]
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  return child
}

const canUnshare =
  process.platform === 'linux' && spawnSync('unshare', ['--pid', '--fork', 'true']).status === 0

describe('the lock of the data directory', () => {
  it('is held by one process at a time', () => {
    const release = lockDataDir(dir)
    expect(() => lockDataDir(dir)).toThrow(StartupError)
    expect(() => lockDataDir(dir)).toThrow(`is in use by another Koi (process ${process.pid} on `)
    release()
    lockDataDir(dir)()
    // A second release must not free the lock of the next holder.
    const next = lockDataDir(dir)
    release()
    expect(() => lockDataDir(dir)).toThrow(StartupError)
    next()
  })

  it('ends with its process, even when that is killed', async () => {
    const holder = await startHolder()
    expect(() => lockDataDir(dir)).toThrow(`(process ${holder.pid} on `)
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    const release = lockDataDir(dir)
    expect(readFileSync(lockFile(), 'utf8')).toMatch(new RegExp(`^${process.pid} on `))
    release()
  })

  it.runIf(canUnshare)('holds against another container that shares the directory', async () => {
    const holder = await startHolder(['unshare', '--pid', '--fork', '--kill-child'])
    // In the container it is process 1 or 2, numbers that other processes have here.
    expect(() => lockDataDir(dir)).toThrow(/is in use by another Koi \(process [12] on /)
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    await expect.poll(() => lockDataDir(dir)).toBeTypeOf('function')
  })

  it.each(['', 'rubbish', '1', `${process.ppid}`])('ignores the content of the lock file: %j', (content) => {
    writeFileSync(lockFile(), content)
    lockDataDir(dir)()
  })

  it('creates the directory, or says that it cannot', () => {
    lockDataDir(join(dir, 'a/b'))()
    writeFileSync(join(dir, 'file'), '')
    expect(() => lockDataDir(join(dir, 'file/data'))).toThrow(
      /^The data directory .* cannot be written or locked \(ENOTDIR\): set DATA_DIR/,
    )
  })
})
