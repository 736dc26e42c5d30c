/** CPU-seconds of a process, on Linux. */
export function cpuSecondsOf(pid: number): number
/** CPU-seconds of this process and of its ended children; undefined on other systems. */
export function endedCpuSeconds(): number | undefined
