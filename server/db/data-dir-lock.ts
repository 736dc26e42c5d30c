import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'
import { createRequire } from 'node:module'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { StartupError } from '#server/base/startup-error.ts'
import { makeDirectory } from './make-directory.ts'

type TryLock = (fd: number) => boolean

/**
 * Two PGlite processes on one data directory would destroy it. The system lock on an open file ends with the process,
 * and works between containers that share the directory, where process ids mean nothing. The file stays.
 * @returns a function that releases the lock
 * @throws StartupError when the directory is not writable, or another process holds it
 */
export function lockDataDir(dataDir: string): () => void {
  const file = join(dataDir, 'koi.lock')
  const tryLock = loadTryLock()
  let fd: number | undefined
  try {
    makeDirectory(dataDir)
    fd = openSync(file, 'a+')
    if (!tryLock(fd)) throw inUse(dataDir, file)
    ftruncateSync(fd)
    // For people only.
    writeSync(fd, `${process.pid} on ${hostname()}`)
  } catch (error) {
    if (fd !== undefined) closeSync(fd)
    if (error instanceof StartupError) throw error
    const code = (error as NodeJS.ErrnoException).code ?? String(error)
    throw new StartupError(
      `The data directory ${dataDir} cannot be written or locked (${code}): set DATA_DIR to one that can, on a file system of this machine.`,
    )
  }
  const held = fd
  let isReleased = false
  return () => {
    if (!isReleased) closeSync(held)
    isReleased = true
  }
}

/** Loaded late: servers with PostgreSQL need it on no platform. */
function loadTryLock(): TryLock {
  try {
    const addon = createRequire(import.meta.url)('fs-native-extensions') as { tryLock: TryLock }
    return addon.tryLock
  } catch (cause) {
    throw new StartupError(
      'The embedded database needs file locks, which Koi has for Linux (glibc), macOS and Windows only: set DATABASE_URL.',
      { cause },
    )
  }
}

function inUse(dataDir: string, file: string): StartupError {
  let owner = ''
  try {
    owner = readFileSync(file, 'utf8').trim()
  } catch {
    // Windows does not allow reading a locked file.
  }
  const who = owner === '' ? '' : ` (process ${owner})`
  return new StartupError(
    `The data directory ${dataDir} is in use by another Koi${who}: stop it, or set DATA_DIR to another one.`,
  )
}
