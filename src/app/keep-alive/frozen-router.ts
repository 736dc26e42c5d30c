import type { AnyRouteMatch, AnyRouter } from '@tanstack/react-router'

interface Readable<T> {
  get(): T
  subscribe?(listener: (value: T) => void): { unsubscribe(): void }
}

/**
 * A view of the router for one kept-alive match. While that match is on screen it answers like the router;
 * once it is hidden it goes on answering with what was true when it was last seen, so that the hidden
 * subtree never renders another page's parameters, search or location. It stands on `router.stores` of
 * @tanstack/react-router 1.170, which has no public way to do this; tests/app/keep-alive.test.tsx guards it.
 */
export function freezeRouter(router: AnyRouter, routeId: string, matchId: string): AnyRouter {
  const live = router.stores
  const isLive = () => live.getMatchStore(routeId).get()?.id === matchId
  const refreshers: Array<() => void> = []

  function freeze<T>(store: Readable<T>, mayRefresh: () => boolean = () => true) {
    let last = store.get()
    refreshers.push(() => {
      if (mayRefresh()) last = store.get()
    })
    return {
      get(): T {
        if (!isLive()) return last
        for (const refresh of refreshers) refresh()
        return store.get()
      },
      subscribe: (listener: (value: T) => void) => store.subscribe?.(listener) ?? { unsubscribe() {} },
    }
  }

  // Between click and commit the location is already the next page's: only settled values are kept.
  const isSettled = () => live.status.get() === 'idle'
  const matches = new Map<string, Readable<AnyRouteMatch | undefined>>()
  const getMatchStore = (id: string) => {
    const known = matches.get(id)
    if (known) return known
    const frozen = freeze(live.getMatchStore(id))
    matches.set(id, frozen)
    return frozen
  }
  for (const match of live.matches.get()) getMatchStore(String(match.routeId))

  const stores = {
    ...live,
    _linkScopes: undefined,
    ids: freeze(live.ids),
    matches: freeze(live.matches),
    __store: freeze(live.__store, isSettled),
    status: freeze(live.status, isSettled),
    location: freeze(live.location, isSettled),
    resolvedLocation: freeze(live.resolvedLocation, isSettled),
    getMatchStore,
  }
  return Object.create(router, { stores: { value: stores } }) as AnyRouter
}
