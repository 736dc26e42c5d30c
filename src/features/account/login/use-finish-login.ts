import { useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { shortLogInNotice } from '#session/short-log-in.ts'
import { logIn } from '#session/user.actions.ts'
import { toast } from '#ui/toast.ts'

/** Time to read that the log-in will not last. */
const NOTICE_MS = 10_000

/** After a log-in: loads the player, shows a message, and continues to the page they wanted. */
export function useFinishLogin(to: string) {
  const router = useRouter()
  const { t, i18n } = useLingui()
  return useCallback(
    async (token: string, message = t`You are logged in`) => {
      await logIn(token)
      toast({ message, tone: 'success' })
      const notice = shortLogInNotice()
      if (notice) toast({ message: i18n._(notice), tone: 'info', durationMs: NOTICE_MS })
      router.history.replace(to)
      // The form is gone, and with it the focus.
      document.getElementById('main')?.focus({ preventScroll: true })
    },
    [router, t, i18n, to],
  )
}
