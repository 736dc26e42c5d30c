import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

/** The open sheet, with functions to open and close it. The phone's back button closes it too. */
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
  /** Removes the sheet from the current address without going back. */
  const drop = useCallback(() => {
    const search = ({ option }: { option?: string | undefined }) => ({ option })
    void navigate({ to: '/withdraw', search, replace: true, resetScroll: false })
  }, [navigate])
  const close = useCallback(() => {
    const { pathname, search, state } = router.state.location
    // Nothing to close if the player has left the page.
    if (pathname !== '/withdraw' || (search.step ?? search.id) === undefined) return
    if (state.openedPanel) router.history.back()
    else drop()
  }, [drop, router])
  /** True if the player is still on the withdrawal page. */
  const isHere = useCallback(() => router.state.location.pathname === '/withdraw', [router])
  return { step, id, open, close, drop, isHere }
}
