interface RepeatOptions {
  /** Milliseconds until the first time; at once when left out. */
  readonly firstMs?: number
  /** Whether the process lives on for this alone. */
  readonly keepsAlive?: boolean
}

export interface Repeating {
  /** Resolves when what is under way has ended. */
  stop(): Promise<void>
}

/**
 * Does `work` again and again until it is stopped, never twice at once. It answers with the milliseconds until
 * the next time, and deals with its failures itself: it must not reject.
 */
export function repeat(
  work: () => Promise<number>,
  { firstMs, keepsAlive = false }: RepeatOptions = {},
): Repeating {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  const run = () => {
    running = work().then((pauseMs) => {
      if (!isStopped) schedule(pauseMs)
    })
  }
  const schedule = (ms: number) => {
    timer = setTimeout(run, ms)
    if (!keepsAlive) timer.unref()
  }
  if (firstMs === undefined) run()
  else schedule(firstMs)

  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
