/** Frames stop in a hidden page, so a timer stands behind them. */
const LONGEST_FRAME_MS = 1_000

/** Calls back once the next frame has been painted. Returns what cancels that. */
export function afterPaint(done: () => void): () => void {
  // After the frame callback comes the paint, and after that the timer.
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer)
    timer = setTimeout(done)
  })
  let timer = setTimeout(() => {
    cancelAnimationFrame(frame)
    done()
  }, LONGEST_FRAME_MS)
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
