import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LiveBetsTable } from '#features/live-play/LiveBetsTable.tsx'
import { recentBetsQuery } from '#features/live-play/live-play.queries.ts'
import { OwnBetsTable } from '#features/play/history/OwnBetsTable.tsx'
import type { BetGame } from '#features/play/play-engine.ts'
import { useHasSide } from '#features/play/screen/use-has-side.ts'
import { Tabs } from '#ui/Tabs.tsx'
import { DeskRules } from './DeskRules.tsx'

type Tab = 'live' | 'own' | 'rules'

/** Bets and rules of a game, under its stage. */
export function DeskTabs({ game }: { game: BetGame }) {
  const { t } = useLingui()
  const [chosen, choose] = useState<Tab>()
  const tab = useFirstTab(game, chosen)
  return (
    <Tabs<Tab>
      variant="line"
      label={t`Bets and rules`}
      tabs={[
        { id: 'live', label: t`Live bets` },
        { id: 'own', label: t`My bets` },
        { id: 'rules', label: t`Rules` },
      ]}
      value={tab}
      onChange={choose}
    >
      {tab === 'live' ? <LiveBetsTable game={game} /> : null}
      {tab === 'own' ? <OwnBetsTable game={game} /> : null}
      {tab === 'rules' ? <DeskRules game={game} /> : null}
    </Tabs>
  )
}

/**
 * The player's own bets where nobody else plays, or where those of others stand beside the game. Decided once, so that
 * no tab changes by itself later.
 */
function useFirstTab(game: BetGame, chosen: Tab | undefined): Tab {
  const { data } = useQuery(recentBetsQuery)
  const hasSide = useHasSide()
  const [first, setFirst] = useState<Tab | undefined>(hasSide ? 'own' : undefined)
  if (first === undefined && data) setFirst(data.some((bet) => bet.game === game) ? 'live' : 'own')
  return chosen ?? first ?? 'own'
}
