import { connection } from '#lib/connection.ts'
import { isReloadHeld } from '#lib/reload-guard.ts'
import { tabStorage } from '#lib/tab-storage.ts'
import { reloadToRecover } from './update.actions.ts'

const STAMP = 'chunk-recovery'
const AGAIN_AFTER_MS = 60_000

const missing = new WeakSet<Error>()

/** Notes which errors mean that a piece of this release's code could not be loaded. */
export function followMissingChunks(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    missing.add(payload)
    // The router would reload by itself, offline too; this mark makes it leave that to `recoverFromMissingChunk`.
    tabStorage.set(`tanstack_router_reload:${payload.message}`, '1')
  })
}

/**
 * Call with the error that keeps a page from showing. When a piece of code is gone from the server, loads
 * the page anew, once a minute at most, and answers true. Never offline, where nothing would be gained,
 * and never while a reload would lose something.
 */
export function recoverFromMissingChunk(error: unknown, now = Date.now()): boolean {
  if (!(error instanceof Error) || !missing.has(error)) return false
  if (!navigator.onLine || connection.get() === 'offline' || isReloadHeld.get()) return false
  if (now - Number(tabStorage.get(STAMP) ?? -Infinity) < AGAIN_AFTER_MS) return false
  // Without the stamp the page might reload for ever.
  if (!tabStorage.set(STAMP, String(now))) return false
  reloadToRecover()
  return true
}
