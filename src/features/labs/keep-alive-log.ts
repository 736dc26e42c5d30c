import { createStore } from '#lib/store.ts'

/** How often the keep-alive demo was built and how often it came into view, since the page was loaded. */
export const keepAliveLog = createStore({ mounts: 0, shows: 0 })

/** Called once for each time React builds the demo from nothing. */
export function recordMount(): number {
  const log = keepAliveLog.get()
  keepAliveLog.set({ ...log, mounts: log.mounts + 1 })
  return log.mounts + 1
}

/** Called each time the demo comes into view. */
export function recordShow(): void {
  const log = keepAliveLog.get()
  keepAliveLog.set({ ...log, shows: log.shows + 1 })
}
