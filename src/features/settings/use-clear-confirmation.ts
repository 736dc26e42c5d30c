import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'

/** The question before saved data is cleared: in the URL, so that the phone's back button takes it away. */
export function useClearConfirmation() {
  const isOpen = useSearch({ strict: false, select: (search) => search.confirm === 'clear' })
  const navigate = useNavigate()
  const router = useRouter()
  return {
    isOpen,
    open: () =>
      void navigate({
        to: '/settings',
        search: (previous) => ({ ...previous, confirm: 'clear' }),
        state: (previous) => ({ ...previous, openedPanel: true }),
        resetScroll: false,
      }),
    close: () => {
      if (router.state.location.search.confirm === undefined) return
      if (router.state.location.state.openedPanel) router.history.back()
      else
        void navigate({
          to: '/settings',
          search: ({ confirm: _, ...rest }) => rest,
          replace: true,
          resetScroll: false,
        })
    },
  }
}
