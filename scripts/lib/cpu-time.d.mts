/** CPU-seconds of a process, on Linux. */
export function cpuSecondsOf(pid: number): number
/** CPU-seconds of this process and of all it started that have ended; undefined where the system does not tell. */
export function endedCpuSeconds(): number | undefined
