/** Hidden pages get no frames: a timer replaces them. */
export const LONGEST_FRAME_MS = 1_000

/** All callers share one frame. */
let waiting = new Set<() => void>()

/** Calls back after the next paint. Returns a function that cancels. */
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
  // The frame callback runs before the paint, the timer after it.
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer)
    timer = setTimeout(callAll)
  })
  let timer = setTimeout(() => {
    cancelAnimationFrame(frame)
    callAll()
  }, LONGEST_FRAME_MS)
}
