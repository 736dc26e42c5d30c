import { createBrowserHistory, type HistoryLocation } from '@tanstack/react-router'

/**
 * The browser's history as the router sees it. The router decodes addresses, and fails on one that cannot be decoded
 * (`/games/100%`): that is taken for one that leads nowhere, and stays where the player reads it.
 */
export const createPageHistory = () =>
  createBrowserHistory({
    parseLocation() {
      const { search, hash, pathname: asked } = window.location
      let pathname = '/not-found'
      try {
        // Its result is used, or the build would leave the call out. Two slashes would begin the name of another host.
        pathname = decodeURIComponent(asked) && asked.replace(/^\/+/, '/')
      } catch {
        // It leads nowhere.
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
