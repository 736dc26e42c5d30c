import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

/** What lies over the page, and how it opens and closes; the phone's back button closes it too. */
export function useWithdrawSheet() {
  const { step, id } = useSearch({ from: '/withdraw' })
  const navigate = useNavigate()
  const router = useRouter()
  const open = useCallback(
    (search: { step?: 'confirm'; option?: string; id?: string }, { replace = false } = {}) =>
      void navigate({
        to: '/withdraw',
        search: (old) => ({ option: old.option, ...search }),
        replace,
        state: (old) => ({ ...old, openedPanel: !replace || old.openedPanel === true }),
        resetScroll: false,
      }),
    [navigate],
  )
  /** Takes it out of the address where it stands, without a step back. */
  const drop = useCallback(() => {
    const search = ({ option }: { option?: string | undefined }) => ({ option })
    void navigate({ to: '/withdraw', search, replace: true, resetScroll: false })
  }, [navigate])
  const close = useCallback(() => {
    const { pathname, search, state } = router.state.location
    // Whoever has gone elsewhere meanwhile has nothing of this page to close.
    if (pathname !== '/withdraw' || (search.step ?? search.id) === undefined) return
    if (state.openedPanel) router.history.back()
    else drop()
  }, [drop, router])
  /** Whether the player is still on the page that the sheets lie over. */
  const isHere = useCallback(() => router.state.location.pathname === '/withdraw', [router])
  return { step, id, open, close, drop, isHere }
}
