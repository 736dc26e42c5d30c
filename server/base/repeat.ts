import { AsyncResource } from 'node:async_hooks'

interface RepeatOptions {
  readonly firstMs?: number
  /** True if the process stays alive for this alone. */
  readonly keepsAlive?: boolean
}

interface Pause {
  readonly pauseMs: number
  readonly wokenMs: number
}

export interface Repeating {
  /** There may be work: the next run comes after `wokenMs` instead of `pauseMs`. */
  wake(): void
  stop(): Promise<void>
}

/**
 * Runs `work` repeatedly until stopped, never twice at once. `work` returns the pause in milliseconds and handles its
 * failures: it must not reject. A wake-up shortens only a pause that has `wokenMs`.
 */
export function repeat(
  work: () => Promise<number | Pause>,
  { firstMs, keepsAlive = false }: RepeatOptions = {},
): Repeating {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null
  let isWoken = false
  /** Earliest next run after a wake-up, by `performance.now()`. */
  let wokenAt = Infinity
  // Detached from the request that wakes it: that request may be aborted.
  const run = AsyncResource.bind(() => {
    isWoken = false
    running = work().then((answer) => {
      running = null
      const { pauseMs, wokenMs } = typeof answer === 'number' ? { pauseMs: answer, wokenMs: answer } : answer
      wokenAt = performance.now() + wokenMs
      schedule(isWoken ? wokenMs : pauseMs)
    })
  })
  const schedule = (ms: number) => {
    clearTimeout(timer)
    if (isStopped) return
    timer = setTimeout(run, ms)
    if (!keepsAlive) timer.unref()
  }
  if (firstMs === undefined) run()
  else schedule(firstMs)

  return {
    wake() {
      if (isWoken) return
      isWoken = true
      if (running === null && wokenAt !== Infinity) schedule(Math.max(0, wokenAt - performance.now()))
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
