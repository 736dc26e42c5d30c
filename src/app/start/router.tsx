import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import '#app/static-data.ts'
import { routeTree } from '../../routeTree.gen.ts'
import { ErrorPage } from './ErrorPage.tsx'

/** What every route's loader can reach. */
export interface RouterContext {
  queryClient: QueryClient
}

/** Path of the one page whose scroll position the keep-alive outlet looks after itself. */
const KEPT_ALIVE_PATHS = new Set(['/games', '/keepalive', '/scroll-cache'])

/** The app's router. Routes preload on intent; loaders only start queries, so no page waits for the network. */
export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    // Query decides what is fresh; the router must not hold a second copy.
    defaultPreloadStaleTime: 0,
    scrollRestoration: ({ location }) => !KEPT_ALIVE_PATHS.has(location.pathname),
    defaultErrorComponent: ErrorPage,
    defaultStructuralSharing: true,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
