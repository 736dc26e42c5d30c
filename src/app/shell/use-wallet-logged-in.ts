import { useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { shortLogInNotice } from '#session/short-log-in.ts'
import { logIn } from '#session/user.actions.ts'
import { toast } from '#ui/toast.ts'

/** Time to read that the log-in does not last. */
const NOTICE_MS = 10_000

/** Pages that have served their purpose once somebody is logged in. */
const WAYS_IN = new Set(['/accout', '/register', '/forgot-password'])

/** What follows a log-in by wallet: the player is loaded, told so, and stays, or is brought to where he wanted to go. */
export function useWalletLoggedIn(onClose: () => void) {
  const router = useRouter()
  const { t, i18n } = useLingui()
  return useCallback(
    async (token: string, isNewcomer: boolean) => {
      await logIn(token)
      toast({ message: isNewcomer ? t`Welcome to Koi` : t`You are logged in`, tone: 'success' })
      const notice = shortLogInNotice()
      if (notice) toast({ message: i18n._(notice), tone: 'info', durationMs: NOTICE_MS })
      const { pathname, search } = router.state.location
      if (!WAYS_IN.has(pathname)) {
        onClose()
        return
      }
      router.history.replace(search.from ?? '/accout')
    },
    [router, t, i18n, onClose],
  )
}
