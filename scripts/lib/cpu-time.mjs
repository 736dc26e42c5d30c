import { existsSync, readFileSync } from 'node:fs'

/** Linux counts in hundredths of a second, whatever the kernel's own clock. */
const TICKS_PER_SECOND = 100

/** CPU-seconds of a process, then those of what it started and that has ended, in `/proc`. */
function readCpuSeconds(pid) {
  // The name before the last bracket may have spaces of its own.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')
  const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number)
  return { own: (user + system) / TICKS_PER_SECOND, ended: (endedUser + endedSystem) / TICKS_PER_SECOND }
}

/** CPU-seconds of a process, on Linux. */
export const cpuSecondsOf = (pid) => readCpuSeconds(pid).own

/**
 * CPU-seconds of this process and of all it started that have ended.
 * @returns {number | undefined} undefined where the system does not tell
 */
export function endedCpuSeconds() {
  if (!existsSync('/proc/self/stat')) return undefined
  const { own, ended } = readCpuSeconds('self')
  return Math.round(own + ended)
}
