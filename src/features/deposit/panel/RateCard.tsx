import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useSnapshot } from 'valtio'
import type { Coin } from '#contract/coins.ts'
import { MINIMUM_DEPOSIT } from '#contract/deposits.ts'
import {
  amountBought,
  KEEP,
  PAID_COIN,
  receivableCoins,
  receivedCoin,
} from '#features/deposit/deposit-rate.ts'
import { chooseCoin } from '#features/deposit/deposit.actions.ts'
import styles from '#features/deposit/deposit.module.css'
import { depositState } from '#features/deposit/deposit.state.ts'
import { useFormat } from '#i18n/use-format.ts'
import { coinsQuery } from '#queries/coins.queries.ts'
import { AnswerMissing } from '#ui/AnswerMissing.tsx'
import { CoinMark } from '#ui/art/CoinMark.tsx'
import { Card } from '#ui/Card.tsx'
import { RadioTile } from '#ui/RadioTile.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Text } from '#ui/Text.tsx'

/** Coin picker, with the value of the minimum deposit in the picked coin. */
export function RateCard() {
  const { t } = useLingui()
  const { decimal, moment } = useFormat()
  const query = useQuery(coinsQuery)
  const { data: coins, error, fetchStatus } = query
  const { coin: choice } = useSnapshot(depositState)

  if (!coins) {
    if (error === null && fetchStatus !== 'paused') return <Skeleton shape="box" height={212} />
    return (
      <AnswerMissing
        query={query}
        level={3}
        title={t`Rates did not load`}
        offline={t`You are offline, and no rates are saved on this device.`}
      />
    )
  }
  const received = receivedCoin(choice, PAID_COIN, coins)
  const coin = coins.find(({ id }) => id === received)
  const paid = coins.find(({ id }) => id === PAID_COIN)
  if (!coin || !paid) return null
  const isKept = coin === paid
  const amount = isKept ? MINIMUM_DEPOSIT : amountBought(MINIMUM_DEPOSIT, paid, coin)
  const at = moment(new Date(coin.pricedAt))
  const price = `${decimal(MINIMUM_DEPOSIT)} ${paid.symbol}`
  return (
    <div className="grid gap-3">
      <CoinPicker
        coins={receivableCoins(coins)}
        paid={paid.symbol}
        value={isKept ? KEEP : coin.id}
        onChange={chooseCoin}
      />
      <Card className="flex flex-wrap items-end justify-between gap-3">
        <div aria-live="polite">
          <Text size={2} tone="muted">
            {isKept ? <Trans>Minimum</Trans> : <Trans>Minimum, at Koi’s rate</Trans>}
          </Text>
          <Text size={7} weight={850} num translate="no">
            <span>{amount === undefined ? '–' : decimal(amount, 0)}</span>{' '}
            <Text as="span" size={4} tone="muted" weight={700}>
              {coin.symbol}
            </Text>
          </Text>
        </div>
        <div className="text-end">
          <Text size={2} tone="muted">
            <Trans>You pay</Trans>
          </Text>
          <Text weight={700} num translate="no">
            {price}
          </Text>
        </div>
      </Card>
      <Text size={2} tone="subtle">
        {isKept ? (
          <Trans>Nothing is exchanged: you get what you send.</Trans>
        ) : coin.isPriceFixed ? (
          <Trans>Practice rates are fixed: they do not follow the market.</Trans>
        ) : (
          <Trans>Rate as of {at}. A deposit counts at the rate of its last confirmation.</Trans>
        )}
      </Text>
    </div>
  )
}

interface CoinPickerProps {
  coins: readonly Coin[]
  /** Symbol of the coin that is sent. */
  paid: string
  /** Id of the picked coin, or `KEEP`. */
  value: string
  onChange: (choice: string) => void
}

/** The credited coin: one of a few, or the coin that was sent. Arrow keys change the choice. */
function CoinPicker({ coins, paid, value, onChange }: CoinPickerProps) {
  const name = useId()
  return (
    <fieldset className="grid gap-2">
      <legend className="pb-2">
        <Text as="span" size={3} weight={650}>
          <Trans>You send {paid} and get</Trans>
        </Text>
      </legend>
      <div className={styles.picker}>
        {coins.map((coin) => (
          <RadioTile
            key={coin.id}
            name={name}
            value={coin.id}
            checked={coin.id === value}
            onChange={() => onChange(coin.id)}
          >
            <CoinMark symbol={coin.symbol} size={34} />
            <Text as="span" size={3} weight={700}>
              {coin.symbol}
            </Text>
          </RadioTile>
        ))}
      </div>
      <RadioTile isRow name={name} value={KEEP} checked={value === KEEP} onChange={() => onChange(KEEP)}>
        <CoinMark symbol={paid} size={24} />
        <Text as="span" size={3} weight={700}>
          <Trans>Keep {paid}</Trans>
        </Text>
      </RadioTile>
    </fieldset>
  )
}
