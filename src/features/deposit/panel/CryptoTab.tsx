import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { Lock, QrCode, Wallet } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { RecentDeposits } from '#features/deposit/arrivals/RecentDeposits.tsx'
import { BonusCalculator } from '#features/deposit/bonus/BonusCalculator.tsx'
import { BonusChoice } from '#features/deposit/bonus/BonusChoice.tsx'
import { BonusTerms } from '#features/deposit/bonus/BonusTerms.tsx'
import { BonusUntold } from '#features/deposit/bonus/BonusUntold.tsx'
import { KEEP, PAID_COIN, receivedCoin } from '#features/deposit/deposit-rate.ts'
import { depositState } from '#features/deposit/deposit.state.ts'
import { coinsQuery } from '#queries/coins.queries.ts'
import { promotionsQuery } from '#queries/promotions.queries.ts'
import { useBonuses } from '#queries/bonuses.queries.ts'
import { useAccountStatus } from '#session/use-user.ts'
import { ListRow } from '#ui/ListRow.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Text } from '#ui/Text.tsx'
import { textLinkClass } from '#ui/text-link-class.ts'
import { RateCard } from './RateCard.tsx'

/** Pixels. The terms need slightly more on a phone in English, slightly less elsewhere. */
const TERMS_HEIGHT = 132
const CHOICE_HEIGHT = 93

export function CryptoTab({ onOpenPanel }: { onOpenPanel: (panel: 'address' | 'web3') => void }) {
  const status = useAccountStatus()
  const promotions = useQuery(promotionsQuery)
  const { coin: choice } = useSnapshot(depositState)
  const { data: coins } = useQuery(coinsQuery)
  const receivedId = coins && receivedCoin(choice, PAID_COIN, coins)
  const received = coins?.find(({ id }) => id === receivedId)?.symbol
  const own = useBonuses()
  // Players see the next offer they can still get, visitors the first one.
  const first = promotions.data?.find((promotion) => promotion.offer?.ordinal === 1)?.offer
  const offer = status === 'signed-out' ? first : own.data?.offer
  const { data, failureReason, fetchStatus, isFetching, refetch } = status === 'signed-in' ? own : promotions
  const isUntold = data === undefined && (failureReason !== null || fetchStatus === 'paused')
  return (
    <div className="grid grid-cols-1 gap-4">
      {data === undefined && !isUntold ? <BonusRoom hasChoice={status === 'signed-in'} /> : null}
      {offer ? <BonusTerms offer={offer} /> : null}
      {isUntold ? <BonusUntold isAsking={isFetching} onRetry={() => void refetch()} /> : null}
      <BonusChoice />
      <RateCard />
      <ListRow
        icon={<QrCode aria-hidden size={21} />}
        title={<Trans>Wallet Address</Trans>}
        subtitle={
          <>
            <Trans>Send from an exchange or any wallet</Trans>
            {received === undefined ? null : (
              <>
                <span>{' · '}</span>
                <Trans>you get {received}</Trans>
              </>
            )}
          </>
        }
        chevron
        onClick={() => onOpenPanel('address')}
      />
      <ListRow
        icon={<Wallet aria-hidden size={21} />}
        title={<Trans>Web3 wallet</Trans>}
        subtitle={
          <>
            <Trans>Pay from a wallet you connect</Trans>
            {received === undefined ? null : (
              <>
                <span>{' · '}</span>
                {choice === KEEP ? <Trans>you keep the coin</Trans> : <Trans>you get {received}</Trans>}
              </>
            )}
          </>
        }
        chevron
        onClick={() => onOpenPanel('web3')}
      />
      <Text size={3}>
        <Link to="/responsible-play" className={`${textLinkClass} inline-flex items-center gap-2.5 min-h-11`}>
          <Lock aria-hidden size={16} />
          <Trans>Deposit limits and time-outs</Trans>
        </Link>
      </Text>
      <RecentDeposits />
      {offer ? <BonusCalculator offer={offer} /> : null}
    </div>
  )
}

/** Reserves the space of a loading offer, so that nothing moves under the player's finger. */
function BonusRoom({ hasChoice }: { hasChoice: boolean }) {
  return (
    <>
      <Skeleton shape="box" height={TERMS_HEIGHT} />
      {hasChoice ? <Skeleton shape="box" height={CHOICE_HEIGHT} /> : null}
    </>
  )
}
