import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ChevronRight, Trophy } from 'lucide-react'
import { useFormat } from '#i18n/use-format.ts'
import { listRowClass } from '#ui/list-row-class.ts'
import { ListRowContent } from '#ui/ListRowContent.tsx'
import { Section } from '#ui/Section.tsx'
import { sectionLinkClass } from '#ui/section-link-class.ts'
import { Text } from '#ui/Text.tsx'
import type { BetGame } from '#features/play/play-engine.ts'

export interface OwnWin {
  readonly id: string
  /** Id of the coin, or `demo`. */
  readonly coin: string
  readonly symbol: string
  /** Payout less the stake, a decimal number. */
  readonly profit: string
  readonly multiplier: number
  /** In milliseconds since 1970. */
  readonly time: number
}

interface NewestWinsProps {
  game: BetGame
  /** Latest first, one at least. */
  wins: readonly [OwnWin, ...OwnWin[]]
}

export function NewestWins({ game, wins }: NewestWinsProps) {
  const { t } = useLingui()
  const { decimal, moment } = useFormat()
  const { coin } = wins[0]
  return (
    <Section
      title={t`Your latest wins`}
      className="-mx-4"
      trailing={
        <Link to="/history" search={{ game, coin, result: 'won' }} className={sectionLinkClass}>
          <Trans>All wins</Trans>
        </Link>
      }
    >
      <ul className="grid grid-cols-1 gap-2">
        {wins.map((win) => {
          const paid = decimal(win.profit, 2)
          return (
            <li key={win.id}>
              <Link to="/history" search={{ coin: win.coin, bet: win.id }} className={listRowClass()}>
                <ListRowContent
                  icon={<Trophy aria-hidden size={20} />}
                  iconTone="jade"
                  title={
                    <Text as="span" num weight={700} tone="jade" translate="no">
                      {`+${paid} ${win.symbol}`}
                    </Text>
                  }
                  subtitle={moment(new Date(win.time))}
                  trailing={
                    <span className="flex items-center gap-1">
                      <Text as="span" num weight={600} translate="no">
                        {`${decimal(`${win.multiplier}`, 2)}×`}
                      </Text>
                      <ChevronRight aria-hidden size={18} />
                    </span>
                  }
                />
              </Link>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
