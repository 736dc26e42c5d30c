import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
/** Linux's number of a file system in memory. */
const TMPFS = 0x01021994
const GB = 1024 ** 3
/** Databases of a whole run take a third of it. */
const ROOM = 6 * GB

/**
 * A directory for the files of tests: in memory if there is plenty, because each server begins with a copy of 40 MB,
 * which on a disk takes longer than the server's start.
 * @param {{ memory?: string, room?: number }} [options]
 * @returns {string}
 */
export function makeTestDirectory({ memory = MEMORY, room = ROOM } = {}) {
  const parent = hasRoom(memory, room) ? memory : tmpdir()
  removeLeftovers(parent)
  const made = mkdtempSync(join(parent, `koi-test-${process.pid}-`))
  // PostgreSQL, which refuses to run as root, must reach its own directory in it.
  chmodSync(made, 0o711)
  return made
}

function hasRoom(directory, room) {
  try {
    const { type, bavail, bsize } = statfsSync(directory)
    return type === TMPFS && bavail * bsize >= room && freemem() >= room
  } catch {
    return false
  }
}

/** Frees the memory of runs that were killed. */
function removeLeftovers(parent) {
  for (const name of readdirSync(parent)) {
    const [, pid] = /^koi-test-(\d+)-/.exec(name) ?? []
    if (pid !== undefined && !isRunning(Number(pid)))
      rmSync(join(parent, name), { recursive: true, force: true, maxRetries: 3 })
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
