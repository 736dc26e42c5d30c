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
  const close = useCallback(() => {
    if (router.state.location.state.openedPanel) router.history.back()
    else {
      const search = ({ option }: { option?: string | undefined }) => ({ option })
      void navigate({ to: '/withdraw', search, replace: true, resetScroll: false })
    }
  }, [navigate, router])
  return { step, id, open, close }
}
