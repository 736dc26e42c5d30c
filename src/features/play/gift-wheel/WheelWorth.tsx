import { Trans } from '@lingui/react/macro'
import type { GiftWheel } from '#contract/gift-wheel.ts'
import { coinSymbol } from '#contract/values.ts'
import { useFormat } from '#i18n/use-format.ts'
import { Text } from '#ui/Text.tsx'

export function WheelWorth({ wheel: { pot, coin } }: { wheel: GiftWheel }) {
  const { decimal } = useFormat()
  const worth = `${decimal(pot)} ${coinSymbol(coin)}`
  return (
    <Text size={3} tone="muted">
      <Trans>
        A turn is worth{' '}
        <Text
          as="span"
          num
          size={6}
          weight={800}
          tone="gold"
          className="block"
          translate="no"
          data-testid="gift-wheel-worth"
        >
          {worth}
        </Text>{' '}
        on average
      </Trans>
    </Text>
  )
}
