import { WALLET_IMAGE_FOLDER } from './image-addresses.ts'
import { SHELL_ADDRESSES } from './shell-addresses.ts'

interface RouterCondition {
  urlPattern: { baseURL: string; pathname: string; search?: string }
  requestMethod?: string
  requestMode?: string
}
/** https://w3c.github.io/ServiceWorker/#dictdef-routerrule; the DOM library lacks it. */
export interface RouterRule {
  condition: RouterCondition
  source: 'network' | 'fetch-event' | { cacheName: string }
}
export type StaticRoutingEvent = ExtendableEvent & { addRoutes?: (rules: RouterRule[]) => Promise<void> }

/**
 * Rules by which the browser answers without starting the worker: the API from the network (except logos of wallets,
 * which the worker caches); shell and hashed files from their caches, and from the network if they are missing there.
 * The rules belong to one worker and name its release's shell, so an activated update never meets an older page.
 */
export function staticRules(origin: string, caches: { shell: string; precache: string }): RouterRule[] {
  const at = (address: string) => {
    const { pathname, search } = new URL(address, origin)
    return { baseURL: origin, pathname, search: search.slice(1) }
  }
  return [
    // The first matching rule counts.
    {
      condition: { urlPattern: { baseURL: origin, pathname: `${WALLET_IMAGE_FOLDER}*` } },
      source: 'fetch-event',
    },
    { condition: { urlPattern: { baseURL: origin, pathname: '/api/*' } }, source: 'network' },
    {
      condition: { urlPattern: { baseURL: origin, pathname: '/assets/*' }, requestMethod: 'GET' },
      source: { cacheName: caches.precache },
    },
    ...SHELL_ADDRESSES.map((address): RouterRule => ({
      condition: { urlPattern: at(address), requestMethod: 'GET', requestMode: 'navigate' },
      source: { cacheName: caches.shell },
    })),
  ]
}

/** Browsers without static routing use the worker's own routes, with the same result. */
export async function addStaticRoutes(event: StaticRoutingEvent, rules: RouterRule[]): Promise<void> {
  try {
    await event.addRoutes?.(rules)
  } catch {
    // An earlier form of the API: the worker answers everything itself.
  }
}
