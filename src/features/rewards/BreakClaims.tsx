import { useLingui } from '@lingui/react/macro'
import type { Rewards } from '#contract/rewards.ts'
import { coinSymbol } from '#contract/values.ts'
import { useFormat } from '#i18n/use-format.ts'
import { parseDecimal, ZERO } from '#lib/decimal.ts'
import { Card } from '#ui/Card.tsx'
import { Text } from '#ui/Text.tsx'
import { ClaimButton } from './ClaimButton.tsx'

/** During a break: what is the player's already, without a word that invites to play for more. */
export function BreakClaims({ rewards: { rakeback, levelGift, coin } }: { rewards: Rewards }) {
  const { t } = useLingui()
  const { decimal } = useFormat()
  const symbol = coinSymbol(coin)
  const { level } = levelGift
  const ready = [
    { kind: 'rakeback' as const, reward: rakeback, name: t`Rakeback` },
    ...(level === null
      ? []
      : [{ kind: 'level-gift' as const, reward: levelGift, name: t`Gift for LV.${level}` }]),
  ].filter(({ reward }) => (parseDecimal(reward.amount) ?? ZERO).units > 0n)
  return ready.map(({ kind, reward, name }) => {
    const amount = decimal(reward.amount, 2, 6)
    return (
      <Card
        as="section"
        key={kind}
        tone="flat"
        className="flex flex-wrap items-center justify-between gap-3"
        aria-label={name}
      >
        <div>
          <Text size={3} tone="muted">
            {name}
          </Text>
          <Text size={5} weight={750} num>
            {`${amount} ${symbol}`}
          </Text>
        </div>
        <ClaimButton kind={kind} reward={reward} isReady variant="secondary" size="sm" />
      </Card>
    )
  })
}
