import { constants, copyFileSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '#server/startup-error.ts'
import { makeDirectory } from './make-directory.ts'

/**
 * Takes a data directory for this process: two PGlite processes on one directory would destroy it.
 * A lock left behind by a process that is gone is taken over.
 * @returns a function that gives the directory free again
 * @throws StartupError when the directory cannot be written, or another process holds it
 */
export function lockDataDir(dataDir: string): () => void {
  const file = join(dataDir, 'koi.lock')
  try {
    makeDirectory(dataDir)
    take(file, dataDir)
  } catch (error) {
    if (error instanceof StartupError) throw error
    const code = (error as NodeJS.ErrnoException).code ?? String(error)
    throw new StartupError(
      `The data directory ${dataDir} cannot be written (${code}): set DATA_DIR to one that can.`,
    )
  }
  return () => {
    if (readOwner(file) === identity(process.pid)) rmSync(file, { force: true })
  }
}

function take(file: string, dataDir: string): void {
  const mine = `${file}.${process.pid}`
  writeFileSync(mine, identity(process.pid))
  try {
    for (let attempt = 0; attempt < 3; attempt++) {
      try {
        place(mine, file)
        return
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      }
      const owner = readOwner(file)
      if (owner === null) continue
      if (isRunning(owner)) throw inUse(dataDir, owner)
      const aside = `${mine}.stale`
      renameSync(file, aside)
      const moved = readOwner(aside)
      // Another process may have taken the stale lock over between the two lines above: put its lock back.
      if (moved !== null && moved !== owner) place(aside, file)
      rmSync(aside, { force: true })
    }
    throw inUse(dataDir, readOwner(file) ?? '')
  } finally {
    rmSync(mine, { force: true })
  }
}

/** Fails with EEXIST when `to` exists. A link appears whole, so nobody reads a lock that is half written. */
function place(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error
    // Some file systems have no hard links.
    copyFileSync(from, to, constants.COPYFILE_EXCL)
  }
}

function inUse(dataDir: string, owner: string): StartupError {
  return new StartupError(
    `The data directory ${dataDir} is in use by another Koi (process ${owner.split(' ')[0]}): stop it, or set DATA_DIR to another one.`,
  )
}

function readOwner(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

function isRunning(owner: string): boolean {
  const pid = Number(owner.split(' ')[0])
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  return identity(pid) === owner
}

/** Process id and, where the system tells, its start time: in containers process ids repeat at once. */
function identity(pid: number): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    // The command, in parentheses, may hold spaces; start time is the 20th field after it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')
    return `${pid} ${boot} ${fields?.[19]}`
  } catch {
    return `${pid}`
  }
}
