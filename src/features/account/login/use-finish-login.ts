import { useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { logIn } from '#session/user.actions.ts'
import { toast } from '#ui/toast.ts'

/** What follows a token: the player is loaded, told so, and brought to where he wanted to go. */
export function useFinishLogin(to: string) {
  const router = useRouter()
  const { t } = useLingui()
  return useCallback(
    async (token: string, message = t`You are logged in`) => {
      await logIn(token)
      toast({ message, tone: 'success' })
      router.history.replace(to)
      // The form is gone, and the focus with it.
      document.getElementById('main')?.focus({ preventScroll: true })
    },
    [router, t, to],
  )
}
