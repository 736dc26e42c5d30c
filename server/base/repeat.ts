import { AsyncResource } from 'node:async_hooks'

interface RepeatOptions {
  /** Milliseconds until the first time; at once when left out. */
  readonly firstMs?: number
  /** Whether the process lives on for this alone. */
  readonly keepsAlive?: boolean
}

/** Until the next time, in milliseconds. */
interface Pause {
  readonly pauseMs: number
  /** The same once something has happened that the work waits for. */
  readonly wokenMs: number
}

export interface Repeating {
  /** There may be something to do: the next time comes after `wokenMs` instead of `pauseMs`. */
  wake(): void
  /** Resolves when what is under way has ended. */
  stop(): Promise<void>
}

/**
 * Does `work` again and again until it is stopped, never twice at once. It answers with the milliseconds until
 * the next time, and deals with its failures itself: it must not reject. Waking it shortens only a pause that says so.
 */
export function repeat(
  work: () => Promise<number | Pause>,
  { firstMs, keepsAlive = false }: RepeatOptions = {},
): Repeating {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null
  let isWoken = false
  /** When it may be done again once it is woken; by `performance.now()`. */
  let wokenAt = Infinity
  // Woken by a call, it is none of that call's work, which may be given up.
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
