import { Trans } from '@lingui/react/macro'
import type { Coin } from '#contract/coins.ts'
import { useFormat } from '#i18n/use-format.ts'
import { formatDecimal } from '#lib/decimal.ts'
import { CoinMark } from '#ui/art/CoinMark.tsx'
import { listRowClass } from '#ui/list-row-class.ts'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Text } from '#ui/Text.tsx'
import { holdingUsd, type Holdings } from './coin-filter.ts'
import styles from './coins.module.css'

interface CoinRowProps {
  coin: Coin
  /** Undefined while unknown. */
  holdings: Holdings | undefined
  /** True while balances load. */
  isLoading: boolean
  displayUsd: boolean
  /** True for the coin that balances and bets use. */
  isActive: boolean
  onChoose: (coin: string) => void
}

/** A click makes the coin the active one. */
export function CoinRow({ coin, holdings, isLoading, displayUsd, isActive, onChoose }: CoinRowProps) {
  const { decimal, usd } = useFormat()
  const held = holdings?.[coin.id]
  const locked = decimal(held?.locked ?? '0')
  const pending = decimal(held?.pending ?? '0')
  const unknown = isLoading ? <Skeleton width="3.5rem" /> : '–'
  return (
    <li>
      <button
        type="button"
        aria-pressed={isActive}
        className={`${listRowClass({ variant: 'plain', selected: isActive })} ${styles.row}`}
        onClick={() => onChoose(coin.id)}
      >
        <CoinMark symbol={coin.symbol} size={34} />
        <span className="grid min-w-0 flex-1">
          <Text as="span" weight={700} truncate>
            {coin.symbol}
          </Text>
          <Text as="span" size={2} tone="subtle" truncate>
            {coin.network}
          </Text>
        </span>
        <span className="grid justify-items-end text-end">
          <Text as="span" weight={650} num translate="no">
            {holdings ? decimal(held?.available ?? '0') : unknown}
          </Text>
          {displayUsd ? (
            <Text as="span" size={2} tone="subtle" num translate="no">
              {holdings ? usd(formatDecimal(holdingUsd(coin, holdings))) : null}
            </Text>
          ) : null}
          {held && held.locked !== '0' ? (
            <Text as="span" size={2} tone="gold" num>
              <Trans>{locked} locked</Trans>
            </Text>
          ) : null}
          {held && held.pending !== '0' ? (
            <Text as="span" size={2} tone="muted" num>
              <Trans>{pending} pending</Trans>
            </Text>
          ) : null}
        </span>
      </button>
    </li>
  )
}
