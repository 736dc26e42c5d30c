import { Outlet, RouterContextProvider, type AnyRouter } from '@tanstack/react-router'
import { Activity, memo, useLayoutEffect } from 'react'

interface KeptAlivePageProps {
  router: AnyRouter
  isActive: boolean
  /** Window scroll positions by match id; outlives the page's visible spells. */
  scrollPositions: Map<string, number>
  matchId: string
}

/** One cached page: hidden it keeps state, DOM and scroll position, and its effects pause. */
export const KeptAlivePage = memo(function KeptAlivePage(props: KeptAlivePageProps) {
  return (
    <Activity mode={props.isActive ? 'visible' : 'hidden'}>
      <RouterContextProvider router={props.router}>
        <KeepScroll matchId={props.matchId} scrollPositions={props.scrollPositions} />
        <Outlet />
      </RouterContextProvider>
    </Activity>
  )
})

/** Layout effects of an Activity run when it is shown and are undone when it is hidden. */
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
