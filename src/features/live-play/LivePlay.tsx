import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import type { Period } from '#contract/public-play.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useOwnPublicNumber } from '#queries/own-public-number.ts'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { Section } from '#ui/Section.tsx'
import { SegmentedControl } from '#ui/SegmentedControl.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { BetRows } from './BetRows.tsx'
import { Leaders } from './Leaders.tsx'
import { topWinsQuery } from './live-play.queries.ts'
import { NothingYet } from './NothingYet.tsx'
import { useIsSeen } from './use-is-seen.ts'
import { useRecentBets } from './use-recent-bets.ts'

interface LivePlayProps {
  /** Limits the view to this game, without the lists of all games. */
  game?: string | undefined
  nameOf: (game: string) => string
  /** The player's own bets; null for a visitor. */
  own: ReactNode
  className?: string
}

type Tab = 'recent' | 'wins' | 'leaders' | 'own'

export function LivePlay({ game, nameOf, own, className = '' }: LivePlayProps) {
  const { t } = useLingui()
  const ref = useRef<HTMLDivElement>(null)
  const isSeen = useIsSeen(ref)
  const [chosen, choose] = useState<Tab>('recent')
  const [period, setPeriod] = useState<Period>('day')
  const tabs = [
    { id: 'recent', label: t`Live bets` },
    ...(game === undefined
      ? ([
          { id: 'wins', label: t`Big wins` },
          { id: 'leaders', label: t`Leaders` },
        ] as const)
      : []),
    ...(own === null ? [] : ([{ id: 'own', label: t`Mine` }] as const)),
  ] as const satisfies readonly { id: Tab; label: string }[]
  // After a log-out the tab of own bets is gone.
  const tab = tabs.some(({ id }) => id === chosen) ? chosen : 'recent'
  const list = (
    <div className="grid grid-cols-1 gap-2.5">
      {tab === 'wins' || tab === 'leaders' ? <PeriodChoice value={period} onChange={setPeriod} /> : null}
      {tab === 'recent' ? <RecentBets game={game} nameOf={nameOf} isSeen={isSeen} /> : null}
      {tab === 'wins' ? <TopWins period={period} nameOf={nameOf} /> : null}
      {tab === 'leaders' ? <Leaders period={period} /> : null}
      {tab === 'own' ? own : null}
    </div>
  )
  return (
    <Section title={t`Bets of all players`} className={className}>
      <div ref={ref}>
        {tabs.length === 1 ? (
          list
        ) : (
          <Tabs<Tab> label={t`Bets of all players`} tabs={tabs} value={tab} onChange={choose}>
            {list}
          </Tabs>
        )}
      </div>
    </Section>
  )
}

interface PeriodChoiceProps {
  value: Period
  onChange: (period: Period) => void
}

function PeriodChoice({ value, onChange }: PeriodChoiceProps) {
  const { t } = useLingui()
  return (
    <SegmentedControl
      label={t`Period`}
      options={[
        { value: 'day', label: t`Today (UTC)` },
        { value: 'week', label: t`7 days` },
      ]}
      value={value}
      onChange={onChange}
    />
  )
}

/** Sorted by win minus stake. */
function TopWins({ period, nameOf }: { period: Period; nameOf: (game: string) => string }) {
  const { usd } = useFormat()
  const query = useQuery(topWinsQuery(period))
  const own = useOwnPublicNumber()
  return (
    <AnswerGate query={query}>
      {(wins) => {
        const wonOf = new Map(wins.map(({ id, wonUsd }) => [id, wonUsd]))
        return wins.length > 0 ? (
          <BetRows
            bets={wins}
            nameOf={nameOf}
            own={own}
            amountOf={({ id }) => `+${usd(wonOf.get(id) ?? '0')}`}
          />
        ) : (
          <NothingYet />
        )
      }}
    </AnswerGate>
  )
}

const SHOWN = 8

interface RecentBetsProps {
  /** Limits the list to this game. */
  game?: string | undefined
  nameOf: (game: string) => string
  /** New bets arrive only while the list is visible. */
  isSeen: boolean
}

function RecentBets({ game, nameOf, isSeen }: RecentBetsProps) {
  const query = useRecentBets(isSeen)
  const own = useOwnPublicNumber()
  return (
    <AnswerGate query={query}>
      {(bets) => {
        const shown = bets.filter((bet) => game === undefined || bet.game === game).slice(0, SHOWN)
        return shown.length > 0 ? (
          <BetRows bets={shown} nameOf={nameOf} own={own} />
        ) : (
          <NothingYet>
            <Trans>No bets right now. They show up here as they are made.</Trans>
          </NothingYet>
        )
      }}
    </AnswerGate>
  )
}
