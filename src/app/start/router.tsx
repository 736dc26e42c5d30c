import type { QueryClient } from '@tanstack/react-query'
import { createRouter, type AnyRouter, type ParsedLocation } from '@tanstack/react-router'
import '#app/static-data.ts'
import { routeTree } from '../../routeTree.gen.ts'
import { ErrorPage } from './ErrorPage.tsx'
import { createPageHistory } from './page-history.ts'

/** What every route's loader can reach. */
export interface RouterContext {
  queryClient: QueryClient
}

/** The app's router. Routes preload on intent; loaders only start queries, so no page waits for the network. */
export function createAppRouter(queryClient: QueryClient) {
  const router = createRouter({
    routeTree,
    history: createPageHistory(),
    context: { queryClient },
    defaultPreload: 'intent',
    // Query decides what is fresh; the router must not hold a second copy.
    defaultPreloadStaleTime: 0,
    // The keep-alive outlet looks after the scroll position of its pages itself.
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
