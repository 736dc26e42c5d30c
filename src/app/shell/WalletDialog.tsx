import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { offerPracticeWallet } from '#app/offer-practice-wallet.ts'
import { panelId, useWalletPurpose } from '#app/panels.ts'
import { securityQuery } from '#features/security/security.queries.ts'
import { WalletPanel } from '#features/wallet/WalletPanel.tsx'
import { followWalletNotices } from '#features/wallet/modal/wallet-notices.ts'
import { configQuery } from '#queries/config.queries.ts'
import { shortLogInNotice } from '#session/short-log-in.ts'
import { useAccountStatus } from '#session/use-user.ts'
import { logIn } from '#session/user.actions.ts'
import { toast } from '#ui/toast.ts'
import type { PanelProps } from './panel-components.ts'

/** Connects the wallet modal to the player's account. */
export function WalletDialog({ isOpen, onClose, onOpenPanel }: PanelProps) {
  const queryClient = useQueryClient()
  const isSignedIn = useAccountStatus() === 'signed-in'
  const purpose = useWalletPurpose()
  const { data: security } = useQuery({ ...securityQuery, enabled: isOpen && isSignedIn })
  const onToken = useWalletLoggedIn(onClose)
  // Back to the deposit that opened it.
  const leave = purpose === 'deposit' ? () => onOpenPanel('web3') : onClose
  const readConfig = useCallback(() => queryClient.ensureQueryData(configQuery), [queryClient])
  useEffect(() => followWalletNotices(queryClient), [queryClient])
  useEffect(() => {
    if (isOpen) offerPracticeWallet(queryClient)
  }, [isOpen, queryClient])
  return (
    <WalletPanel
      id={panelId('wallet')}
      isOpen={isOpen}
      onClose={leave}
      purpose={purpose === 'login' ? 'login' : 'connect'}
      readConfig={readConfig}
      linked={isSignedIn ? security?.wallets : undefined}
      onToken={onToken}
    />
  )
}

/** Time to read that the log-in will not last. */
const NOTICE_MS = 10_000

/** Pages with no further purpose after a log-in. */
const WAYS_IN = new Set(['/accout', '/register', '/forgot-password'])

/** After a log-in by wallet: loads the player, shows a message, and continues to the page they wanted. */
function useWalletLoggedIn(onClose: () => void) {
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
