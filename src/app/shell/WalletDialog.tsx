import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { offerPracticeWallet } from '#app/offer-practice-wallet.ts'
import { panelId, useWalletPurpose } from '#app/panels.ts'
import { securityQuery } from '#features/security/security.queries.ts'
import { WalletPanel } from '#features/wallet/WalletPanel.tsx'
import { followWalletNotices } from '#features/wallet/modal/wallet-notices.ts'
import { configQuery } from '#queries/config.queries.ts'
import { useAccountStatus } from '#session/use-account-status.ts'
import type { PanelProps } from './panel-components.ts'
import { useWalletLoggedIn } from './use-wallet-logged-in.ts'

/** The wallet modal with what it has to know of the player's account. */
export function WalletDialog({ isOpen, onClose, onOpenPanel }: PanelProps) {
  const queryClient = useQueryClient()
  const isSignedIn = useAccountStatus() === 'signed-in'
  const purpose = useWalletPurpose()
  const { data: security } = useQuery({ ...securityQuery, enabled: isOpen && isSignedIn })
  const onToken = useWalletLoggedIn(onClose)
  // Whoever came from a deposit goes on with it.
  const leave =
    purpose === 'deposit' || purpose === 'nft'
      ? () => onOpenPanel(purpose === 'nft' ? 'deposit' : 'web3')
      : onClose
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
