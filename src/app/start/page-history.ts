import { createBrowserHistory } from '@tanstack/react-router'

/** Leads to no page. */
const NOWHERE = '/not-found'

/**
 * The browser's history as the router sees it. The router decodes addresses, and fails on one that cannot be decoded
 * (`/games/100%`): that is taken for one that leads nowhere, and stays where the player reads it.
 */
export const createPageHistory = () =>
  createBrowserHistory({
    parseLocation() {
      const { search, hash } = window.location
      const pathname = readPath(window.location.pathname)
      return { href: pathname + search + hash, pathname, search, hash, state: window.history.state ?? {} }
    },
  })

function readPath(pathname: string): string {
  try {
    decodeURIComponent(pathname)
    // Two slashes would begin the name of another host.
    return pathname.replace(/^\/+/, '/')
  } catch {
    return NOWHERE
  }
}
