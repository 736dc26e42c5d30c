import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import type { Coin } from '#contract/coins.ts'
import { KEEP } from '#features/deposit/deposit-rate.ts'
import styles from '#features/deposit/deposit.module.css'
import { CoinMark } from '#ui/art/CoinMark.tsx'
import { RadioTile } from '#ui/RadioTile.tsx'
import { Text } from '#ui/Text.tsx'

interface CoinPickerProps {
  coins: readonly Coin[]
  /** Symbol of what is sent. */
  paid: string
  /** Id of the picked coin, or `KEEP`. */
  value: string
  onChange: (choice: string) => void
}

/** What the player gets for what is sent: one coin of a few, or what was sent. Arrow keys move the choice. */
export function CoinPicker({ coins, paid, value, onChange }: CoinPickerProps) {
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
