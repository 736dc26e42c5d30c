/**
 * Calls `tick` again and again until the function that it returns is called: never in a hidden page, and in the same
 * frame as all others with these milliseconds.
 */
export function startTicks(everyMs: number, tick: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  let frame = 0
  const wait = () => {
    timer = setTimeout(() => (frame = requestAnimationFrame(run)), everyMs - (performance.now() % everyMs))
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
