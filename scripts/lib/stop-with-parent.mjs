const parent = process.ppid

/**
 * Ends a process that npm started when its parent has gone: npm hands SIGTERM to the shell between it and us,
 * which ends without passing it on. Load this file early; the parent is that of the moment.
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
