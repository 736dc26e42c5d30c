import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { GiftWheel } from '#contract/gift-wheel.ts'
import { coinSymbol } from '#contract/values.ts'
import { useFormat } from '#i18n/use-format.ts'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { Text } from '#ui/Text.tsx'
import { textLinkClass } from '#ui/text-link-class.ts'

/** Too little for a turn: how much there is, and what fills it. */
export function WheelFilling({ wheel: { pot, leastPot, coin, shareBps, edgeUsd } }: { wheel: GiftWheel }) {
  const { t } = useLingui()
  const { decimal, percent } = useFormat()
  const symbol = coinSymbol(coin)
  const share = percent(shareBps)
  const edge = `$${decimal(edgeUsd)}`
  const gathered = `${decimal(pot)} ${symbol}`
  const least = `${decimal(leastPot, 2)} ${symbol}`
  return (
    <div className="grid gap-2.5">
      <Text weight={700}>
        <Trans>
          {gathered} of {least} for a turn
        </Trans>
      </Text>
      <ProgressBar
        label={t`Gathered for a turn`}
        value={Number(pot)}
        max={Number(leastPot)}
        valueText={t`${gathered} of ${least}`}
        tone="gold"
      />
      <Text size={3} tone="muted">
        <Trans>
          {share} of the house edge of your bets gathers here: so far {share} of {edge}. A bet of $100 on a
          game with an edge of 1% adds $1 of edge.
        </Trans>{' '}
        <Link to="/rewards" className={textLinkClass}>
          <Trans>How rewards work</Trans>
        </Link>
      </Text>
    </div>
  )
}
