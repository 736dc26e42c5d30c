/**
 * Makes a question that is asked once at a time: whoever asks while it is under way waits for one more round, since
 * the first may have left too early to know.
 */
export function askInTurn(ask: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  const start = () => {
    running = ask().finally(() => (running = undefined))
    return running
  }
  return () => {
    if (!running) return start()
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined
        return start()
      })
    return next
  }
}
