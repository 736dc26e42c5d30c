/**
 * Calls `tick` until the function that it returns is called: never in a hidden page.
 * @param waitMs from one call to the next
 */
export function startTicks(waitMs: () => number, tick: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  let frame = 0
  const wait = () => {
    timer = setTimeout(() => (frame = requestAnimationFrame(run)), waitMs())
  }
  const run = () => {
    tick()
    wait()
  }
  wait()
  return () => {
    clearTimeout(timer)
    cancelAnimationFrame(frame)
  }
}
