import { createBrowserHistory, type HistoryLocation } from '@tanstack/react-router'

/**
 * The browser's history for the router. The router throws on addresses that cannot be decoded (`/games/100%`): those
 * become an address without a page, and stay visible to the player.
 */
export const createPageHistory = () =>
  createBrowserHistory({
    parseLocation() {
      const { search, hash, pathname: asked } = window.location
      let pathname = '/not-found'
      try {
        // Use the result, or the build would remove the call. Two leading slashes would start another host's name.
        pathname = decodeURIComponent(asked) && asked.replace(/^\/+/, '/')
      } catch {
        // Not decodable: no page.
      }
      return {
        href: pathname + search + hash,
        pathname,
        search,
        hash,
        // A jump within the page (`#main`) leaves no state; without an index those of later pages would be NaN.
        state: { __TSR_index: 0, ...(window.history.state as HistoryLocation['state'] | null) },
      }
    },
  })
