import { Workbox } from 'workbox-window'

declare const __WORKER_WITHDRAWN__: boolean

/** What the page does with its worker. */
export interface PageWorker {
  /**
   * Asks the server for a newer worker, and for the first one where none could be installed. Resolves to whether one
   * waits; where none does, rejects without a connection, and when what came was refused.
   */
  checkForUpdate(): Promise<boolean>
  /** Lets the waiting worker take over; `onTakenOver` follows in every open tab. */
  activateWaiting(): void
}

export interface WorkerEvents {
  /** A newer release is installed and waits to be let in. */
  onWaiting: () => void
  /** A newer release serves this page from now on, whichever tab let it in. */
  onTakenOver: () => void
}

const SCRIPT = '/sw.js'
const NOT_INSTALLED = 'The worker could not be installed'

/**
 * Registers the service worker once the page has loaded, and asks at once for a newer one: static routing
 * answers navigations without the worker, so the browser's own check is not to be relied on. Resolves to
 * `undefined` where there is no worker to be had.
 */
export async function registerServiceWorker(events: WorkerEvents): Promise<PageWorker | undefined> {
  if (__WORKER_WITHDRAWN__) {
    const registrations = await navigator.serviceWorker.getRegistrations()
    await Promise.all(registrations.map((registration) => registration.unregister()))
    return undefined
  }
  const workbox = new Workbox(SCRIPT)
  workbox.addEventListener('waiting', () => events.onWaiting())
  let isControlled = navigator.serviceWorker.controller !== null
  const onController = () => {
    // The first worker takes charge of the page that installed it; nothing is newer then.
    if (isControlled) events.onTakenOver()
    isControlled = true
  }
  navigator.serviceWorker.addEventListener('controllerchange', onController)
  let registration: ServiceWorkerRegistration | undefined
  try {
    registration = await workbox.register()
  } finally {
    // It is registered anew with the next check.
    if (!registration) navigator.serviceWorker.removeEventListener('controllerchange', onController)
  }
  if (!registration) return undefined
  let current = registration
  return {
    async checkForUpdate() {
      try {
        // A first installation that was refused leaves nothing behind to update.
        if (hasWorker(current)) await current.update()
        else current = await navigator.serviceWorker.register(SCRIPT)
        if (current.installing) await installed(current.installing)
        if (!hasWorker(current)) throw new Error(NOT_INSTALLED)
      } catch (error) {
        // A release that waits already is no worse for a later one that cannot be had.
        if (current.waiting === null) throw error
      }
      return current.waiting !== null
    },
    activateWaiting: () => current.waiting?.postMessage({ type: 'SKIP_WAITING' }),
  }
}

const hasWorker = ({ installing, waiting, active }: ServiceWorkerRegistration) =>
  (installing ?? waiting ?? active) !== null

/** Resolves when a worker is installed, and rejects when its installation fails. */
function installed(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      if (worker.state === 'installing') return
      worker.removeEventListener('statechange', settle)
      if (worker.state === 'redundant') reject(new Error(NOT_INSTALLED))
      else resolve()
    }
    worker.addEventListener('statechange', settle)
    settle()
  })
}
