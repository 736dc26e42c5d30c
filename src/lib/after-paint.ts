/** Frames stop in a hidden page, so a timer stands behind them. */
export const LONGEST_FRAME_MS = 1_000

/** One frame serves all who wait for it. */
let waiting = new Set<() => void>()

/** Calls back once the next frame has been painted. Returns what cancels that. */
export function afterPaint(done: () => void): () => void {
  if (waiting.size === 0) schedule()
  const callers = waiting
  callers.add(done)
  return () => callers.delete(done)
}

function schedule(): void {
  const callAll = () => {
    const callers = waiting
    waiting = new Set()
    for (const call of callers) call()
  }
  // After the frame callback comes the paint, and after that the timer.
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer)
    timer = setTimeout(callAll)
  })
  let timer = setTimeout(() => {
    cancelAnimationFrame(frame)
    callAll()
  }, LONGEST_FRAME_MS)
}
