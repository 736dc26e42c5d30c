/** Frames stop in a hidden page, so a timer stands behind them. */
const LONGEST_FRAME_MS = 1_000

/** One frame serves all who wait for it. */
let waiting = new Set<() => void>()

/** Calls back once the next frame has been painted. Returns what cancels that. */
export function afterPaint(done: () => void): () => void {
  if (waiting.size === 0) schedule()
  const callers = waiting
  callers.add(done)
  return () => callers.delete(done)
}

/** Like `afterPaint`, or before a key or a finger does anything. */
export function afterPaintOrInput(done: () => void): () => void {
  const listening = new AbortController()
  const cancel = () => {
    listening.abort()
    cancelPaint()
  }
  const finish = () => {
    cancel()
    done()
  }
  for (const type of ['keydown', 'pointerdown']) {
    window.addEventListener(type, finish, { capture: true, signal: listening.signal })
  }
  const cancelPaint = afterPaint(finish)
  return cancel
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
