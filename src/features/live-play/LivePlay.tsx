import { useLingui } from '@lingui/react/macro'
import { useRef, useState, type ReactNode } from 'react'
import type { Period } from '#contract/public-play.ts'
import { useIsSeen } from '#lib/use-is-seen.ts'
import { Section } from '#ui/Section.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { Leaders } from './Leaders.tsx'
import { PeriodChoice } from './PeriodChoice.tsx'
import { RecentBets } from './RecentBets.tsx'
import { TopWins } from './TopWins.tsx'

interface LivePlayProps {
  /** Only of this game, without the lists of all games; of all where none is given. */
  game?: string | undefined
  nameOf: (game: string) => string
  /** The player's own bets; null for a visitor. */
  own: ReactNode
  className?: string
}

type Tab = 'recent' | 'wins' | 'leaders' | 'own'

/** How all players play: bets as they are made, the largest wins, and who plays most. */
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
  // Whoever logs out is back at what everybody sees.
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
