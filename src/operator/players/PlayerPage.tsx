import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { getPlayer } from '#contract/operator/players.ts'
import { ConsolePage } from '#operator/parts/ConsolePage.tsx'
import { PageGate } from '#operator/parts/PageGate.tsx'
import { useSearch } from '#operator/parts/use-address.ts'
import { usePlayerState } from '#operator/parts/use-player-state.ts'
import { operatorQuery } from '#operator/session/queries.ts'
import { useMay } from '#operator/session/session.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { EndSessions } from './EndSessions.tsx'
import { PlayerBets } from './PlayerBets.tsx'
import { PlayerMovements } from './PlayerMovements.tsx'
import { PlayerOverview } from './PlayerOverview.tsx'
import { PlayerPayments } from './PlayerPayments.tsx'
import { PlayerRewards } from './PlayerRewards.tsx'

const TABS = ['overview', 'payments', 'movements', 'bets', 'rewards'] as const
type Tab = (typeof TABS)[number]
/** Tabs for those who may read money. */
const OF_MONEY: readonly Tab[] = ['movements', 'bets', 'rewards']

export function PlayerPage() {
  const { t } = useLingui()
  const may = useMay()
  const stateOf = usePlayerState()
  const { uid = '' }: { uid?: string } = useParams({ strict: false })
  const [address, change] = useSearch()
  const [isEnding, setIsEnding] = useState(false)
  const query = useQuery(operatorQuery(getPlayer, { params: { uid } }))
  const names: Record<Tab, string> = {
    overview: t`Overview`,
    payments: t`Payments`,
    movements: t`Movements`,
    bets: t`Bets`,
    rewards: t`Rewards`,
  }
  const tabs = TABS.filter((tab) => may('players.money') || !OF_MONEY.includes(tab))
  const tab = tabs.find((each) => each === address['tab']) ?? 'overview'
  const { data } = query
  return (
    <ConsolePage
      title={t`Player ${uid}`}
      parent="/players"
      lead={
        data ? (
          <span className="inline-flex flex-wrap items-center gap-2">
            <bdi translate="no">{data.nickname}</bdi>
            <Badge tone={stateOf(data.state).tone}>{stateOf(data.state).name}</Badge>
          </span>
        ) : undefined
      }
      actions={
        may('players.sessions') && data ? (
          <Button
            size="sm"
            variant="secondary"
            icon={<LogOut aria-hidden size={16} />}
            disabled={data.sessions.length === 0}
            onClick={() => setIsEnding(true)}
          >
            <Trans>End all sessions</Trans>
          </Button>
        ) : undefined
      }
    >
      <PageGate query={query}>
        {(player) => (
          <Tabs
            variant="line"
            label={t`About the player`}
            value={tab}
            tabs={tabs.map((id) => ({ id, label: names[id] }))}
            onChange={(id) => change({ tab: id === 'overview' ? undefined : id })}
          >
            <div className="pt-4">
              {tab === 'overview' ? <PlayerOverview player={player} /> : null}
              {tab === 'payments' ? <PlayerPayments uid={uid} /> : null}
              {tab === 'movements' ? <PlayerMovements uid={uid} /> : null}
              {tab === 'bets' ? <PlayerBets uid={uid} /> : null}
              {tab === 'rewards' ? <PlayerRewards uid={uid} /> : null}
            </div>
          </Tabs>
        )}
      </PageGate>
      <EndSessions uid={uid} open={isEnding} onClose={() => setIsEnding(false)} />
    </ConsolePage>
  )
}
