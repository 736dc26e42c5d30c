import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { AddressRefused } from '#features/deposit/AddressRefused.tsx'
import { LogInFirst } from '#features/deposit/LogInFirst.tsx'
import { RecentDeposits } from '#features/deposit/arrivals/RecentDeposits.tsx'
import { depositsQuery } from '#features/deposit/arrivals/deposits.queries.ts'
import { askForAddress } from '#features/deposit/deposit.actions.ts'
import { depositState } from '#features/deposit/deposit.state.ts'
import { PAID_COIN, receivedCoin } from '#features/deposit/deposit-rate.ts'
import { coinsQuery } from '#queries/coins.queries.ts'
import { useIsPractice } from '#queries/use-is-practice.ts'
import { useAccountStatus } from '#session/use-user.ts'
import { AnswerMissing } from '#ui/AnswerMissing.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Overlay } from '#ui/dialog/Overlay.tsx'
import { OverlayTitle } from '#ui/dialog/OverlayTitle.tsx'
import { AddressView } from './AddressView.tsx'
import { AddressWarnings } from './AddressWarnings.tsx'
import { NetworkCard } from './NetworkCard.tsx'

/** The browser may have kept the scroll position of an earlier opening. */
const SCROLL_RESET_MS = 100

interface AddressPanelProps {
  isOpen: boolean
  onClose: () => void
  onBack: () => void
}

export function AddressPanel({ isOpen, onClose, onBack }: AddressPanelProps) {
  const { t } = useLingui()
  const account = useAccountStatus()
  const { address, coin: choice } = useSnapshot(depositState)
  const isPractice = useIsPractice()
  const isSignedIn = account === 'signed-in'
  const rates = useQuery({ ...coinsQuery, enabled: isOpen })
  const coins = rates.data
  const { data: list } = useQuery({ ...depositsQuery, enabled: isOpen && isSignedIn })
  /** Without prices it is unknown which coin a deposit would be credited in. */
  const isUnrated = coins === undefined && (rates.error !== null || rates.fetchStatus === 'paused')
  const top = useRef<HTMLDivElement>(null)
  const receives = coins && receivedCoin(choice, PAID_COIN, coins)
  useEffect(() => {
    if (!isOpen || !isSignedIn || receives === undefined) return
    void askForAddress(receives)
    // Another tab or device may have chosen another coin: ask again, so that the shown coin is the one that is
    // credited.
    const onVisible = () => {
      if (document.visibilityState === 'visible') void askForAddress(receives, { again: true })
    }
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [isOpen, isSignedIn, receives])
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
        {account === 'unknown' || (isSignedIn && !isUnrated && isOnItsWay(address.status)) ? (
          <AddressSkeleton />
        ) : null}
        {isSignedIn && isUnrated ? (
          <AnswerMissing
            query={rates}
            level={3}
            title={t`The address did not load`}
            offline={t`You are offline. Koi shows your address only when it can check that it is yours.`}
          />
        ) : null}
        {isSignedIn && address.status === 'ready' ? (
          <AddressView address={address.address} deposits={list?.deposits} coins={coins} />
        ) : null}
        {isSignedIn && address.status === 'failed' ? (
          <>
            <AddressRefused
              code={address.code}
              onRetry={() => {
                if (receives !== undefined) void askForAddress(receives)
              }}
            />
            <RecentDeposits />
          </>
        ) : null}
      </div>
    </Overlay>
  )
}

const isOnItsWay = (status: string) => status === 'none' || status === 'asking'

function AddressSkeleton() {
  return (
    <div aria-busy className="grid grid-cols-1 gap-4">
      <Skeleton shape="box" height={64} />
      <div className="grid justify-items-center">
        <span className="w-full aspect-square max-w-54">
          <Skeleton shape="box" height="100%" />
        </span>
      </div>
      <Skeleton shape="box" height={92} />
      <Skeleton shape="box" height={140} />
    </div>
  )
}
