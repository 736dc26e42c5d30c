import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { coinsQuery } from '#queries/coins.queries.ts'
import { useIsPractice } from '#queries/use-is-practice.ts'
import { useAccountStatus } from '#session/use-account-status.ts'
import { Overlay } from '#ui/Overlay.tsx'
import { OverlayTitle } from '#ui/OverlayTitle.tsx'
import { AddressRefused } from './AddressRefused.tsx'
import { AddressSkeleton } from './AddressSkeleton.tsx'
import { AddressView } from './AddressView.tsx'
import { AddressWarnings } from './AddressWarnings.tsx'
import { LogInFirst } from './LogInFirst.tsx'
import { NetworkCard } from './NetworkCard.tsx'
import { RecentDeposits } from './RecentDeposits.tsx'
import { askForAddress } from './deposit.actions.ts'
import { depositState } from './deposit.state.ts'
import { depositsQuery } from './deposits.queries.ts'

/** The browser may have kept the place of an earlier opening. */
const SCROLL_RESET_MS = 100

interface AddressPanelProps {
  isOpen: boolean
  onClose: () => void
  onBack: () => void
}

/** The wallet address modal. */
export function AddressPanel({ isOpen, onClose, onBack }: AddressPanelProps) {
  const { t } = useLingui()
  const account = useAccountStatus()
  const { address, coin } = useSnapshot(depositState)
  const isPractice = useIsPractice()
  const isSignedIn = account === 'signed-in'
  const { data: coins } = useQuery({ ...coinsQuery, enabled: isOpen })
  const { data: list } = useQuery({ ...depositsQuery, enabled: isOpen && isSignedIn })
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isOpen || !isSignedIn) return
    void askForAddress()
    // Another tab or device may have chosen another coin since: what is on screen is what counts.
    const onVisible = () => {
      if (document.visibilityState === 'visible') void askForAddress({ again: true })
    }
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [isOpen, isSignedIn, coin])
  useEffect(() => {
    if (!isOpen) return
    const timer = setTimeout(() => top.current?.parentElement?.scrollTo({ top: 0 }), SCROLL_RESET_MS)
    return () => clearTimeout(timer)
  }, [isOpen])
  return (
    <Overlay
      open={isOpen}
      onClose={onClose}
      placement="full"
      title={t`Wallet address`}
      header={<OverlayTitle title={t`Wallet address`} isPractice={isPractice} onBack={onBack} />}
    >
      <div ref={top} className="grid grid-cols-1 gap-4">
        {account === 'signed-out' ? (
          <>
            <NetworkCard />
            <AddressWarnings isPractice={isPractice} />
            <LogInFirst panel="address" />
          </>
        ) : null}
        {account === 'unknown' || (isSignedIn && isOnItsWay(address.status)) ? <AddressSkeleton /> : null}
        {isSignedIn && address.status === 'ready' ? (
          <AddressView address={address.address} deposits={list?.deposits} coins={coins} />
        ) : null}
        {isSignedIn && address.status === 'failed' ? (
          <>
            <AddressRefused code={address.code} />
            <RecentDeposits />
          </>
        ) : null}
      </div>
    </Overlay>
  )
}

const isOnItsWay = (status: string) => status === 'none' || status === 'asking'
