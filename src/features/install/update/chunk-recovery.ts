import { ApiError } from '#api/api-error.ts'
import { connection } from '#api/connection.ts'
import { getHealth } from '#contract/health.ts'
import { ageOf } from '#lib/age.ts'
import { isMissingCode, noteMissingCode, recoverMissingCodeBy } from '#lib/missing-code.ts'
import { isReloadHeld } from '#lib/reload-guard.ts'
import { tabStorage } from '#lib/tab-storage.ts'
import { api } from '#session/api.ts'

const STAMP = 'chunk-recovery'
const AGAIN_AFTER_MS = 60_000

/** Notes which errors mean that a piece of this release's code could not be loaded. */
export function followMissingChunks(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    noteMissingCode(payload)
    // The router would reload by itself, offline too; this mark makes it leave that to `recoverFromMissingChunk`.
    tabStorage.set(`tanstack_router_reload:${payload.message}`, '1')
  })
  recoverMissingCodeBy(recoverFromMissingChunk)
}

/** Whether an error means that code is missing and a reload may be tried: once a minute, and losing nothing. */
export function isRecoverable(error: unknown, now = Date.now()): boolean {
  if (!isMissingCode(error)) return false
  if (!navigator.onLine || connection.get() === 'offline' || isReloadHeld.get()) return false
  return ageOf(Number(tabStorage.get(STAMP)), now) >= AGAIN_AFTER_MS
}

/**
 * Loads the page anew because of an error that {@link isRecoverable}. Resolves to whether it does: not
 * where the server cannot be reached, for nothing would be gained, nor without a way to remember it.
 */
export async function recoverFromMissingChunk(error: unknown, now = Date.now()): Promise<boolean> {
  if (!isRecoverable(error, now)) return false
  const isReachable = await api.call(getHealth).then(
    () => true,
    (reason: unknown) => reason instanceof ApiError && reason.kind === 'http',
  )
  // Without the stamp the page might reload for ever.
  if (!isReachable || !tabStorage.set(STAMP, String(now))) return false
  // Its code may be what is missing.
  const recover = await import('./update.actions.ts').then(
    ({ reloadToRecover }) => reloadToRecover,
    () => () => window.location.reload(),
  )
  void recover()
  return true
}
