import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { beginFollowingDeposits } from '#app/follow-deposits.ts'
import { WalletDepositPanel } from '#features/deposit/wallet/WalletDepositPanel.tsx'
import { useRunningBreak } from '#features/responsible-play/breaks/use-running-break.ts'
import { securityQuery } from '#features/security/security.queries.ts'
import { useWalletSender } from '#features/wallet/connection/use-wallet-sender.ts'
import { useLinkSigner } from '#features/wallet/login/use-link-signer.ts'
import { useAccountStatus } from '#session/use-user.ts'
import type { PanelProps } from './panel-components.ts'

/** Connects the deposit modal to wallet and account. */
export function WalletDepositDialog({ isOpen, onClose, onOpenPanel }: PanelProps) {
  const queryClient = useQueryClient()
  const isSignedIn = useAccountStatus() === 'signed-in'
  const isOnBreak = useRunningBreak() !== null
  const wallet = useWalletSender()
  const signer = useLinkSigner()
  const security = useQuery({ ...securityQuery, enabled: isOpen && isSignedIn })
  useEffect(() => {
    if (isOpen && isSignedIn) beginFollowingDeposits(queryClient)
  }, [isOpen, isSignedIn, queryClient])
  return (
    <WalletDepositPanel
      isOpen={isOpen}
      onClose={onClose}
      onBack={() => onOpenPanel('deposit')}
      onConnect={() => onOpenPanel('wallet', 'deposit')}
      isOnBreak={isOnBreak}
      wallet={wallet}
      signer={signer}
      onLinked={(next) => queryClient.setQueryData(securityQuery.queryKey, next)}
      security={security}
    />
  )
}
