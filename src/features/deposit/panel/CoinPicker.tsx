import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import type { Coin } from '#contract/coins.ts'
import { CoinMark } from '#ui/art/CoinMark.tsx'
import { RadioTile } from '#ui/RadioTile.tsx'
import styles from '#features/deposit/deposit.module.css'
import { Text } from '#ui/Text.tsx'

interface CoinPickerProps {
  coins: readonly Coin[]
  /** Id of the picked coin. */
  value: string
  onChange: (id: string) => void
}

/** One coin of a few, as native radio buttons: arrow keys move the choice. */
export function CoinPicker({ coins, value, onChange }: CoinPickerProps) {
  const name = useId()
  return (
    <fieldset>
      <legend className="sr-only">
        <Trans>Coin to receive</Trans>
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
    </fieldset>
  )
}
