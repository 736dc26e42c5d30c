import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { useFormat } from '#i18n/use-format.ts'
import { listRowClass } from '#ui/list-row-class.ts'
import { ListRowContent } from '#ui/ListRowContent.tsx'
import { Text } from '#ui/Text.tsx'
import type { Balance, SettledBet } from './play-engine.ts'
import { GAME_MARKS } from './play-games.ts'
import { usePlayFormat } from './use-play-format.ts'
import { betSheetLink } from './use-play-sheet.ts'

interface BetRowProps {
  bet: SettledBet
  coin: Balance
}

/** One bet in a list; leads to its sheet. */
export const BetRow = memo(function BetRow({ bet, coin }: BetRowProps) {
  const { i18n } = useLingui()
  const { moment } = useFormat()
  const { amount, multiplier, signed } = usePlayFormat()
  const { Icon, name } = GAME_MARKS[bet.game]
  const profit = bet.payout - bet.stake
  const time = moment(new Date(bet.time))
  const stake = amount(bet.stake, coin)
  return (
    <Link {...betSheetLink(bet.id)} preload={false} className={listRowClass({ variant: 'plain' })}>
      <ListRowContent
        icon={<Icon aria-hidden size={20} />}
        iconTone={profit > 0n ? 'jade' : 'neutral'}
        title={i18n._(name)}
        subtitle={
          <Trans>
            {time} · stake {stake}
          </Trans>
        }
        trailing={
          <span className="grid">
            <Text as="span" num weight={700} tone={profit > 0n ? 'jade' : 'default'}>
              {signed(profit, coin)}
            </Text>
            <Text as="span" num size={2} tone="muted" weight={600}>
              {multiplier(bet.multiplier)}
            </Text>
          </span>
        }
      />
    </Link>
  )
})
