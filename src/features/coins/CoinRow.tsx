import { Trans } from '@lingui/react/macro'
import type { Coin } from '#contract/coins.ts'
import { useFormat } from '#i18n/use-format.ts'
import { formatDecimal } from '#lib/decimal.ts'
import { CoinMark } from '#ui/art/CoinMark.tsx'
import { Text } from '#ui/Text.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { holdingUsd, type Holdings } from './coin-filter.ts'
import styles from './coins.module.css'

interface CoinRowProps {
  coin: Coin
  holdings: Holdings
  displayUsd: boolean
  /** The coin that balances and bets are shown in. */
  isActive: boolean
}

export function CoinRow({ coin, holdings, displayUsd, isActive }: CoinRowProps) {
  const { decimal, usd } = useFormat()
  return (
    <li className={styles.row} data-active={isActive || undefined}>
      <CoinMark symbol={coin.symbol} size={34} />
      <div className="min-w-0 flex-1">
        <Text weight={700} truncate>
          {coin.symbol}
        </Text>
        <Text size={2} tone="subtle" truncate>
          {coin.network}
          {isActive ? (
            <VisuallyHidden>
              <Trans>, active</Trans>
            </VisuallyHidden>
          ) : null}
        </Text>
      </div>
      <div className="text-end">
        <Text weight={650} num>
          {decimal(holdings[coin.id] ?? '0')}
        </Text>
        {displayUsd ? (
          <Text size={2} tone="subtle" num>
            {usd(formatDecimal(holdingUsd(coin, holdings)))}
          </Text>
        ) : null}
      </div>
    </li>
  )
}
