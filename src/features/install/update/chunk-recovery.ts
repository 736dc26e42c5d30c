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

/** Marks errors that mean that a chunk of this release failed to load. */
export function followMissingChunks(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    noteMissingCode(payload)
    // The router would reload by itself, even offline; this entry makes it leave that to `recoverFromMissingChunk`.
    tabStorage.set(`tanstack_router_reload:${payload.message}`, '1')
  })
  recoverMissingCodeBy(recoverFromMissingChunk)
}

/** True if code is missing and a reload is allowed: at most once a minute, and only if it loses nothing. */
export function isRecoverable(error: unknown, now = Date.now()): boolean {
  if (!isMissingCode(error)) return false
  if (connection.get() === 'offline' || isReloadHeld.get()) return false
  return ageOf(Number(tabStorage.get(STAMP)), now) >= AGAIN_AFTER_MS
}

/**
 * Reloads the page because of an error that {@link isRecoverable}. Resolves to false if it does not reload: because the
 * server cannot be reached, so nothing would be gained, or because the reload cannot be recorded.
 */
export async function recoverFromMissingChunk(error: unknown, now = Date.now()): Promise<boolean> {
  if (!isRecoverable(error, now)) return false
  const isReachable = await api.call(getHealth).then(
    () => true,
    (reason: unknown) => reason instanceof ApiError && reason.kind === 'http',
  )
  // Without the recorded time the page might reload forever.
  if (!isReachable || !tabStorage.set(STAMP, String(now))) return false
  // This chunk itself may be missing.
  await import('./update.actions.ts').then(
    ({ reloadToRecover }) => void reloadToRecover(),
    () => window.location.reload(),
  )
  return true
}
