import { Outlet, useChildMatches, useRouter, type AnyRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { KeptAlivePage } from './KeptAlivePage.tsx'
import { freezeRouter } from './frozen-router.ts'

interface CachedPage {
  matchId: string
  router: AnyRouter
}

/**
 * Takes the place of `<Outlet/>`: child routes with `staticData.keepAlive` stay mounted when left, the
 * others unmount. At most `max` pages are kept; the least recently used goes first.
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
  // Setting state while rendering renders again before anything is committed.
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
