import { existsSync, readFileSync } from 'node:fs'

/** Linux counts in hundredths of a second, whatever the kernel's own clock. */
const TICKS_PER_SECOND = 100

/** CPU-seconds of a process and of its ended children, from `/proc`. */
function readCpuSeconds(pid) {
  // The name before the last bracket may have spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')
  const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number)
  return { own: (user + system) / TICKS_PER_SECOND, ended: (endedUser + endedSystem) / TICKS_PER_SECOND }
}

/** CPU-seconds of a process, on Linux. */
export const cpuSecondsOf = (pid) => readCpuSeconds(pid).own

/**
 * CPU-seconds of this process and of its ended children.
 * @returns {number | undefined} undefined on other systems
 */
export function endedCpuSeconds() {
  if (!existsSync('/proc/self/stat')) return undefined
  const { own, ended } = readCpuSeconds('self')
  return Math.round(own + ended)
}
