import { Workbox } from 'workbox-window'

declare const __WORKER_WITHDRAWN__: boolean

/** What the page does with its worker. */
export interface PageWorker {
  /** Asks the server for a newer worker. Resolves to whether one waits; rejects without a connection. */
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
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // The first worker takes charge of the page that installed it; nothing is newer then.
    if (isControlled) events.onTakenOver()
    isControlled = true
  })
  const registration = await workbox.register()
  if (!registration) return undefined
  return {
    async checkForUpdate() {
      await registration.update()
      if (registration.installing) await settled(registration.installing)
      return registration.waiting !== null
    },
    activateWaiting: () => workbox.messageSkipWaiting(),
  }
}

/** Resolves when a worker's installation has come to an end, good or bad. */
function settled(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      if (worker.state === 'installing') return
      worker.removeEventListener('statechange', settle)
      resolve()
    }
    worker.addEventListener('statechange', settle)
    settle()
  })
}
