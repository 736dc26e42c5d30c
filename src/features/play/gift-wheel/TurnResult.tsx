import { Trans } from '@lingui/react/macro'
import { MULTIPLIER_SCALE } from '#fair/multiplier.ts'
import { usePlayGiven } from '#features/play/play-context.ts'
import type { SettledBet } from '#features/play/play-engine.ts'
import { useFormat } from '#i18n/use-format.ts'
import { GIFT_WHEEL_PARTS } from '#rules/gift-wheel/gift-wheel-parts.ts'
import { Text } from '#ui/Text.tsx'
import type { LatestTurn } from './latest-turn.ts'

interface TurnResultProps {
  turn: LatestTurn
  symbol: string
  /** There if it was made on this screen: its receipt is checked at once. */
  bet: SettledBet<'gift-wheel'> | undefined
}

export function TurnResult({ turn, symbol, bet }: TurnResultProps) {
  const { decimal } = useFormat()
  const { ReceiptMark } = usePlayGiven()
  const times = `${decimal(String((GIFT_WHEEL_PARTS[turn.part] ?? 0) / MULTIPLIER_SCALE), 0, 2)}×`
  const stake = `${decimal(turn.stake)} ${symbol}`
  const sum = (
    <Text as="span" num size={6} weight={800} tone="gold" translate="no" data-testid="gift-wheel-paid">
      {`+${decimal(turn.payout)} ${symbol}`}
    </Text>
  )
  return (
    <div className="grid gap-0.5">
      <Text size={3} tone="muted">
        <Trans>Your turn of today</Trans>
      </Text>
      <p>{bet && ReceiptMark ? <ReceiptMark bet={bet}>{sum}</ReceiptMark> : sum}</p>
      <Text size={3} tone="muted">
        <Trans>
          {times} of {stake}
        </Trans>
      </Text>
    </div>
  )
}
