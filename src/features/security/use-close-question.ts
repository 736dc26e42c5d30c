import { useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

/** Closes the question in the URL: goes back to the previous entry, or removes the question from the address. */
export function useCloseQuestion(): () => void {
  const navigate = useNavigate()
  const router = useRouter()
  return useCallback(() => {
    const { search, state } = router.state.location
    if (search.remove === undefined && search.confirm === undefined) return
    if (state.openedPanel) {
      router.history.back()
      return
    }
    void navigate({
      to: '.',
      search: ({ remove: _remove, confirm: _confirm, ...rest }) => rest,
      replace: true,
      resetScroll: false,
    })
  }, [navigate, router])
}
