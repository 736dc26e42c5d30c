const parent = process.ppid

/**
 * Ends a process of npm when its parent has gone: npm sends SIGTERM to the shell in between, which ends without passing
 * it on. Load this file early, because it watches the parent of that moment.
 */
export function stopWithParent() {
  if (!process.env.npm_lifecycle_event) return
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 200)
  watch.unref()
}
