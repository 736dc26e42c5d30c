import { Trans } from '@lingui/react/macro'
import type { GiftWheel } from '#contract/gift-wheel.ts'
import { coinSymbol } from '#contract/values.ts'
import { useFormat } from '#i18n/use-format.ts'
import { Text } from '#ui/Text.tsx'

/** What a turn is worth, and why. */
export function WheelWorth({ wheel: { pot, coin, shareBps, edgeUsd } }: { wheel: GiftWheel }) {
  const { decimal, percent } = useFormat()
  const share = percent(shareBps)
  const edge = `$${decimal(edgeUsd, 2, 4)}`
  return (
    <div className="grid gap-0.5">
      <Text size={3} tone="muted">
        <Trans>A turn is worth, on average</Trans>
      </Text>
      <Text num size={7} weight={800} tone="gold" translate="no" data-testid="gift-wheel-worth">
        {decimal(pot, 2, 4)} {coinSymbol(coin)}
      </Text>
      <Text size={3} tone="muted">
        <Trans>
          {share} of {edge}, the house edge of your bets since the last turn
        </Trans>
      </Text>
    </div>
  )
}
