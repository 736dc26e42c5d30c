import { useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { shortLogInNotice } from '#session/short-log-in.ts'
import { logIn } from '#session/user.actions.ts'
import { toast } from '#ui/toast.ts'

/** Time to read that the log-in does not last. */
const NOTICE_MS = 10_000

/** What follows a token: the player is loaded, told so, and brought to where he wanted to go. */
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
      // The form is gone, and the focus with it.
      document.getElementById('main')?.focus({ preventScroll: true })
    },
    [router, t, i18n, to],
  )
}
