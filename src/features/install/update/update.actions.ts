import { connection } from '#api/connection.ts'
import { isReloadHeld } from '#lib/reload-guard.ts'
import type { PageWorker } from './service-worker.ts'
import { createUpdateSchedule, followOccasions, type CheckOutcome } from './update-schedule.ts'
import { update } from './update.state.ts'

/** If the activated worker has not taken over by then, the page reloads anyway. */
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

/** A newer release waits: offers it, even if the player dismissed an earlier offer. */
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

/** The player wants the newer release. Does nothing while a reload would lose a form or a bet. */
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

/** A script that cannot be loaded gives a `TypeError`, both offline and if the server does not have it. */
const isUnreachable = (error: unknown) =>
  error instanceof TypeError && (!navigator.onLine || connection.get() === 'offline')

/** For the player's own request. Never rejects. */
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
 * Registers the service worker once; `undefined` if the browser has no service workers. Rejects if it is blocked, as in some private
 * windows, or if the file is not our worker: the app then works only online.
 */
async function ensureWorker(): Promise<PageWorker | undefined> {
  registration ??= register()
  let present: PageWorker | undefined
  try {
    present = await registration
  } finally {
    // Try again at the next check.
    if (!present) registration = undefined
  }
  return present
}

/**
 * Registers the service worker and follows its updates. Call when idle: nothing here may compete with the first screen.
 */
export function followUpdates(): void {
  if (!hasWorkers()) return
  void schedule.checkIfDue()
  followOccasions(() => void schedule.checkIfDue())
}

/** For a page whose own release is broken: activates a newer release if there is one, then reloads. */
export async function reloadToRecover(): Promise<void> {
  update.state = { status: 'reloading' }
  setTimeout(reloadOnce, RECOVER_WITHIN_MS)
  const present = await ensureWorker().catch(() => undefined)
  const isWaiting = await present?.checkForUpdate().catch(() => false)
  if (isWaiting) present?.activateWaiting()
  else reloadOnce()
}
