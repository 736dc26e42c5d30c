import {
  type AnyRouteMatch,
  type AnyRouter,
  Outlet,
  RouterContextProvider,
  useChildMatches,
  useRouter,
} from '@tanstack/react-router'
import { Activity, memo, useLayoutEffect, useState } from 'react'

interface CachedPage {
  matchId: string
  router: AnyRouter
}

/**
 * Replaces `<Outlet/>`. Child routes with `staticData.keepAlive` stay mounted when the player leaves them, others
 * unmount. Keeps at most `max` pages, and drops the least recently used one first.
 */
export function KeepAliveOutlet({ max = 4 }: { max?: number }) {
  const router: AnyRouter = useRouter()
  const current = useChildMatches({
    select: ([match]) =>
      match && { matchId: match.id, routeId: match.routeId, isKept: match.staticData.keepAlive === true },
    structuralSharing: true,
  })
  const [pages, setPages] = useState<readonly CachedPage[]>([])
  const [scrollPositions] = useState(() => new Map<string, number>())

  const kept = current?.isKept ? withMostRecent(pages, current, max, router) : pages
  // Setting state while rendering makes React render again before it commits.
  if (kept !== pages) setPages(kept)

  return (
    <>
      {[...kept]
        .sort((a, b) => (a.matchId < b.matchId ? -1 : 1))
        .map((page) => (
          <KeptAlivePage
            key={page.matchId}
            matchId={page.matchId}
            router={page.router}
            isActive={page.matchId === current?.matchId}
            scrollPositions={scrollPositions}
          />
        ))}
      {current && !current.isKept ? <Outlet key={current.matchId} /> : null}
    </>
  )
}

function withMostRecent(
  pages: readonly CachedPage[],
  current: { matchId: string; routeId: string },
  max: number,
  router: AnyRouter,
): readonly CachedPage[] {
  if (pages.at(-1)?.matchId === current.matchId) return pages
  const known = pages.find((page) => page.matchId === current.matchId)
  const page = known ?? {
    matchId: current.matchId,
    router: freezeRouter(router, current.routeId, current.matchId),
  }
  return [...pages.filter((other) => other !== known), page].slice(-max)
}

interface KeptAlivePageProps {
  router: AnyRouter
  isActive: boolean
  /** Window scroll positions by match id. They must survive the times when a page is hidden. */
  scrollPositions: Map<string, number>
  matchId: string
}

/** A hidden page keeps its state, DOM and scroll position; its effects pause. */
const KeptAlivePage = memo(function KeptAlivePage(props: KeptAlivePageProps) {
  return (
    <Activity mode={props.isActive ? 'visible' : 'hidden'}>
      <RouterContextProvider router={props.router}>
        <KeepScroll matchId={props.matchId} scrollPositions={props.scrollPositions} />
        <Outlet />
      </RouterContextProvider>
    </Activity>
  )
})

/** An Activity runs layout effects when it becomes visible and undoes them when it is hidden. */
function KeepScroll({ matchId, scrollPositions }: Pick<KeptAlivePageProps, 'matchId' | 'scrollPositions'>) {
  useLayoutEffect(() => {
    const kept = scrollPositions.get(matchId)
    if (kept !== undefined) window.scrollTo({ top: kept, behavior: 'instant' })
    const remember = () => scrollPositions.set(matchId, window.scrollY)
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [matchId, scrollPositions])
  return null
}

interface Readable<T> {
  get(): T
  subscribe?(listener: (value: T) => void): { unsubscribe(): void }
}

/**
 * A view of the router for one kept-alive match. While the match is visible it behaves like the router. Once hidden it
 * keeps answering with the last values, so that the hidden subtree never renders with another page's parameters, search
 * or location. It uses `router.stores` of @tanstack/react-router 1.170, because there is no public API for this;
 * tests/app/keep-alive.test.tsx guards it.
 */
function freezeRouter(router: AnyRouter, routeId: string, matchId: string): AnyRouter {
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

  // Between click and commit the location is already the next page's, so only settled values are stored.
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
