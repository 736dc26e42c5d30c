import type { QueryClient } from '@tanstack/react-query'
import { createRouter, type AnyRouter, type ParsedLocation } from '@tanstack/react-router'
import '#app/static-data.ts'
import { routeTree } from '../../routeTree.gen.ts'
import { ErrorPage } from './ErrorPage.tsx'
import { createPageHistory } from './page-history.ts'

/** Available to every route's loader. */
export interface RouterContext {
  queryClient: QueryClient
}

/** Routes preload on hover. Loaders only start queries: no page waits for the network. */
export function createAppRouter(queryClient: QueryClient) {
  const router = createRouter({
    routeTree,
    history: createPageHistory(),
    context: { queryClient },
    defaultPreload: 'intent',
    // Query decides how fresh data is; the router must not keep a second copy.
    defaultPreloadStaleTime: 0,
    // The keep-alive outlet restores the scroll position of its pages itself.
    scrollRestoration: ({ location }): boolean => !isKeptAlive(router, location),
    defaultErrorComponent: ErrorPage,
    defaultStructuralSharing: true,
  })
  return router
}

const isKeptAlive = (router: AnyRouter, location: ParsedLocation) =>
  router.matchRoutes(location).at(-1)?.staticData.keepAlive === true

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
