import { Workbox } from 'workbox-window'

declare const __WORKER_WITHDRAWN__: boolean

export interface PageWorker {
  /**
   * Asks the server for a newer worker, or for the first one if none could be installed. Resolves to true if one waits.
   * If none waits, rejects when offline or when the new worker failed to install.
   */
  checkForUpdate(): Promise<boolean>
  /** Activates the waiting worker; `onTakenOver` follows in every open tab. */
  activateWaiting(): void
}

export interface WorkerEvents {
  /** A newer release is installed and waits for activation. */
  onWaiting: () => void
  /** A newer release now serves this page, activated by any tab. */
  onTakenOver: () => void
}

const SCRIPT = '/sw.js'
const NOT_INSTALLED = 'The worker could not be installed'

/**
 * Registers the service worker after the page has loaded, and asks at once for a newer one: static routing answers
 * navigations without the worker, so the browser's own check is unreliable. Resolves to `undefined` if there is no
 * worker.
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
    // The first worker takes over the page that installed it; that is not an update.
    if (isControlled) events.onTakenOver()
    isControlled = true
  }
  navigator.serviceWorker.addEventListener('controllerchange', onController)
  let registration: ServiceWorkerRegistration | undefined
  try {
    registration = await workbox.register()
  } finally {
    // The next check registers it again.
    if (!registration) navigator.serviceWorker.removeEventListener('controllerchange', onController)
  }
  if (!registration) return undefined
  let current = registration
  return {
    async checkForUpdate() {
      try {
        // A first installation that failed leaves nothing to update.
        if (hasWorker(current)) await current.update()
        else current = await navigator.serviceWorker.register(SCRIPT)
        if (current.installing) await installed(current.installing)
        if (!hasWorker(current)) throw new Error(NOT_INSTALLED)
      } catch (error) {
        // A waiting release can still be used if a later one cannot be loaded.
        if (current.waiting === null) throw error
      }
      return current.waiting !== null
    },
    activateWaiting: () => current.waiting?.postMessage({ type: 'SKIP_WAITING' }),
  }
}

const hasWorker = ({ installing, waiting, active }: ServiceWorkerRegistration) =>
  (installing ?? waiting ?? active) !== null

/** Resolves when a worker is installed, and rejects if its installation fails. */
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
