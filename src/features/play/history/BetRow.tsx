import { useLingui } from '@lingui/react/macro'
import { memo } from 'react'
import { useFormat } from '#i18n/use-format.ts'
import { Badge } from '#ui/Badge.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { Text } from '#ui/Text.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { ownStakeOf, type PastBet } from '#features/play/play-engine.ts'
import { useGameNames } from '#features/play/play-context.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'

interface BetRowProps {
  bet: PastBet
  onOpen: (betId: string) => void
}

/** A button, since router links make a long list drop frames. */
export const BetRow = memo(function BetRow({ bet, onOpen }: BetRowProps) {
  const gameNames = useGameNames()
  const { t, i18n } = useLingui()
  const { moment } = useFormat()
  const { amount, multiplier, signed } = usePlayFormat()
  const { Icon, name } = gameNames(bet.game)
  const isFree = ownStakeOf(bet) === 0n
  const profit = bet.payout - ownStakeOf(bet)
  const time = moment(new Date(bet.time))
  const stake = amount(bet.stake, bet)
  return (
    <ListRow
      variant="plain"
      icon={<Icon aria-hidden size={20} />}
      iconTone={profit > 0n ? 'jade' : 'neutral'}
      title={
        <>
          <span>{i18n._(name)}</span> <VisuallyHidden>{t`stake`}</VisuallyHidden>{' '}
          <Text as="span" num size={2} tone="muted" weight={600} translate="no">
            {stake}
          </Text>
          {isFree ? (
            <Badge tone="gold" className="ml-1.5">
              {t({ message: 'Free', context: 'bet whose stake Koi paid' })}
            </Badge>
          ) : null}
        </>
      }
      subtitle={time}
      trailing={
        <span className="grid">
          <Text as="span" num weight={700} tone={profit > 0n ? 'jade' : 'default'} translate="no">
            {signed(profit, bet)}
          </Text>
          <Text as="span" num size={2} tone="muted" weight={600} translate="no">
            {multiplier(bet.multiplier)}
          </Text>
        </span>
      }
      onClick={() => onOpen(bet.id)}
    />
  )
})
