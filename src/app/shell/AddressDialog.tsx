import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { beginFollowingDeposits } from '#app/follow-deposits.ts'
import { AddressPanel } from '#features/deposit/address/AddressPanel.tsx'
import { useAccountStatus } from '#session/use-user.ts'
import type { PanelProps } from './panel-components.ts'

/** Once it opens, the app reports deposits on every page. */
export function AddressDialog({ isOpen, onClose, onOpenPanel }: PanelProps) {
  const queryClient = useQueryClient()
  const isSignedIn = useAccountStatus() === 'signed-in'
  useEffect(() => {
    if (isOpen && isSignedIn) beginFollowingDeposits(queryClient)
  }, [isOpen, isSignedIn, queryClient])
  return <AddressPanel isOpen={isOpen} onClose={onClose} onBack={() => onOpenPanel('deposit')} />
}
