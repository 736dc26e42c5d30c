import {
  useNavigate,
  useRouter,
  useSearch,
  type NavigateOptions,
  type RouterHistory,
} from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'

/** Sheets over a play screen; the open one is in the URL, so that the back button closes it. */
export type PlaySheet = 'auto' | 'stats' | 'options' | 'keys' | 'seeds' | 'coins' | 'confirm'

type SheetSearch = { sheet?: PlaySheet | undefined; bet?: string | undefined; round?: string | undefined }

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The sheet of this entry was opened from the entry before it, so closing may go back. */
    openedSheet?: boolean
  }
}

function linkTo(search: SheetSearch) {
  return {
    to: '.',
    search: (previous: object) => ({ ...previous, ...search }),
    state: (previous: object) => ({ ...previous, openedSheet: true }),
    resetScroll: false,
  } satisfies Pick<NavigateOptions, 'to' | 'resetScroll'> & Record<'search' | 'state', unknown>
}

/** Asks the history itself: while a navigation is under way, the router's state is still the page before. */
function isSheetOpen(router: { history: RouterHistory }): boolean {
  const params = new URLSearchParams(router.history.location.search)
  return params.has('sheet') || params.has('bet') || params.has('round')
}

export function usePlaySheet() {
  const sheet = useSearch({ strict: false, select: (search) => search.sheet })
  const betId = useSearch({ strict: false, select: (search) => search.bet })
  const navigate = useNavigate()
  const router = useRouter()

  const open = useCallback(
    (next: PlaySheet) => {
      const isOver = isSheetOpen(router)
      void navigate({
        ...linkTo({ sheet: next, bet: undefined, round: undefined }),
        // One sheet takes the place of another without a second step back.
        replace: isOver,
        state: (previous) => ({ ...previous, openedSheet: !isOver || previous.openedSheet === true }),
      })
    },
    [navigate, router],
  )
  const close = useCallback(() => {
    if (!isSheetOpen(router)) return
    if (router.history.location.state.openedSheet) {
      router.history.back()
      return
    }
    void navigate({
      to: '.',
      search: ({ sheet: _sheet, bet: _bet, round: _round, ...rest }) => rest,
      replace: true,
      resetScroll: false,
    })
  }, [navigate, router])

  /** Closes the sheet and goes on with another coin: the way back leads to neither of them. */
  const leaveTo = useCallback(
    ({ coin }: { coin: string }) => {
      const go = () =>
        void navigate({
          to: '.',
          search: ({ sheet: _sheet, bet: _bet, round: _round, ...rest }) => ({ ...rest, coin }),
          replace: true,
          resetScroll: false,
        })
      if (!router.history.location.state.openedSheet) return go()
      const stop = router.history.subscribe(() => {
        stop()
        go()
      })
      router.history.back()
    },
    [navigate, router],
  )

  return useMemo(() => ({ sheet, betId, open, close, leaveTo }), [sheet, betId, open, close, leaveTo])
}

/** Opens the sheet of a bet. Unlike the hook above it renders nothing when a sheet opens or closes. */
export function useOpenBet(): (betId: string) => void {
  const navigate = useNavigate()
  return useCallback((betId: string) => void navigate(linkTo({ sheet: undefined, bet: betId })), [navigate])
}

export function useOpenRound(): (roundId: string) => void {
  const navigate = useNavigate()
  return useCallback(
    (roundId: string) => void navigate(linkTo({ sheet: undefined, bet: undefined, round: roundId })),
    [navigate],
  )
}
