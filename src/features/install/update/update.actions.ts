import { connection } from '#api/connection.ts'
import { isReloadHeld } from '#lib/reload-guard.ts'
import type { PageWorker } from './service-worker.ts'
import { createUpdateSchedule, followOccasions, type CheckOutcome } from './update-schedule.ts'
import { update } from './update.state.ts'

/** A worker that was let in and does not take over by then is passed by: the page loads anew all the same. */
const TAKE_OVER_WITHIN_MS = 4_000
/** Long enough to fetch and install a release that the page does not know of yet. */
const RECOVER_WITHIN_MS = 10_000

let worker: PageWorker | undefined
let hasReloaded = false

function reloadOnce(): void {
  if (hasReloaded) return
  hasReloaded = true
  window.location.reload()
}

/** A newer release waits: offer it, again if it was dismissed before this check. */
export function offerUpdate(): void {
  const { status } = update.state
  if (status === 'reloading') return
  update.state = { status: status === 'taken-over' ? status : 'waiting', isDismissed: false }
}

/** The newer release serves this page now. Only the tab whose player asked reloads; others offer it. */
export function noteTakeOver(): void {
  if (update.state.status === 'reloading') reloadOnce()
  else update.state = { status: 'taken-over', isDismissed: false }
}

/** Hides the offer until the next check. */
export function dismissUpdate(): void {
  const { status } = update.state
  if (status === 'waiting' || status === 'taken-over') update.state = { status, isDismissed: true }
}

/** The player wants the newer release now. Does nothing while a form or a bet would be lost. */
export function reloadToUpdate(): void {
  if (isReloadHeld.get()) return
  const { status } = update.state
  switch (status) {
    case 'waiting':
      update.state = { status: 'reloading' }
      setTimeout(reloadOnce, TAKE_OVER_WITHIN_MS)
      worker?.activateWaiting()
      break
    case 'taken-over':
      update.state = { status: 'reloading' }
      reloadOnce()
      break
    case 'none':
    case 'reloading':
      break
  }
}

const schedule = createUpdateSchedule(async (): Promise<CheckOutcome> => {
  try {
    const present = await ensureWorker()
    const isWaiting = await present?.checkForUpdate()
    if (isWaiting || update.state.status === 'taken-over') offerUpdate()
    return present ? 'done' : 'refused'
  } catch (error) {
    return isUnreachable(error) ? 'unreachable' : 'refused'
  }
})

/** A script that is not to be had is a `TypeError`, whether nobody answers or somebody does without it. */
const isUnreachable = (error: unknown) =>
  error instanceof TypeError && (!navigator.onLine || connection.get() === 'offline')

/** Asks for a newer release now, because the player wants to know. Never rejects. */
export const checkForUpdate = schedule.checkNow

let registration: Promise<PageWorker | undefined> | undefined

const hasWorkers = () => import.meta.env.PROD && 'serviceWorker' in navigator

async function register(): Promise<PageWorker | undefined> {
  if (!hasWorkers()) return undefined
  const { registerServiceWorker } = await import('./service-worker.ts')
  worker = await registerServiceWorker({ onWaiting: offerUpdate, onTakenOver: noteTakeOver })
  return worker
}

/**
 * The service worker, registered once; `undefined` where there is none to be had. Rejects where it is blocked, as in
 * some private windows, or what came is no worker of ours: the app then works online only.
 */
async function ensureWorker(): Promise<PageWorker | undefined> {
  registration ??= register()
  let present: PageWorker | undefined
  try {
    present = await registration
  } finally {
    // The next occasion is another try.
    if (!present) registration = undefined
  }
  return present
}

/**
 * Registers the service worker and follows its updates. Call at the first idle moment: nothing here may
 * compete with the first screen.
 */
export function followUpdates(): void {
  if (!hasWorkers()) return
  void schedule.checkIfDue()
  followOccasions(() => void schedule.checkIfDue())
}

/** For a page whose own release is broken: lets a newer release in where there is one, then loads the page anew. */
export async function reloadToRecover(): Promise<void> {
  update.state = { status: 'reloading' }
  setTimeout(reloadOnce, RECOVER_WITHIN_MS)
  const present = await ensureWorker().catch(() => undefined)
  const isWaiting = await present?.checkForUpdate().catch(() => false)
  if (isWaiting) present?.activateWaiting()
  else reloadOnce()
}
