import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { getGameDays, listOperatedGames, type OperatedGame } from '#contract/operator/games.ts'
import { ConsolePage } from '#operator/parts/ConsolePage.tsx'
import { Facts } from '#operator/parts/Facts.tsx'
import { PageGate } from '#operator/parts/PageGate.tsx'
import { Panel } from '#operator/parts/Panel.tsx'
import { PlayCharts } from '#operator/parts/PlayCharts.tsx'
import { useConsoleFormat } from '#operator/parts/use-console-format.ts'
import { useNamedText } from '#operator/parts/use-named-text.ts'
import { operatorQuery } from '#operator/session/queries.ts'
import { useMay } from '#operator/session/session.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { PauseDialog } from './PauseDialog.tsx'
import { ReturnDrawing } from './ReturnDrawing.tsx'

export function GamePage() {
  const { t } = useLingui()
  const may = useMay()
  const nameOf = useNamedText()
  const { slug = '' }: { slug?: string } = useParams({ strict: false })
  const [asked, setAsked] = useState<OperatedGame>()
  const games = useQuery(operatorQuery(listOperatedGames))
  const days = useQuery(operatorQuery(getGameDays, { params: { slug } }))
  const game = games.data?.find((each) => each.slug === slug)
  return (
    <ConsolePage
      title={game ? nameOf(game.name) : slug}
      parent="/games"
      lead={
        game ? (
          game.isPaused ? (
            <Badge tone="gold">{t`Paused`}</Badge>
          ) : (
            <Badge tone="jade">{t`On`}</Badge>
          )
        ) : undefined
      }
      actions={
        game && may('games.change') ? (
          <Button size="sm" variant={game.isPaused ? 'primary' : 'danger'} onClick={() => setAsked(game)}>
            {game.isPaused ? <Trans>Go on</Trans> : <Trans>Pause</Trans>}
          </Button>
        ) : undefined
      }
    >
      {game ? <GameFacts game={game} /> : null}
      <PageGate query={days}>{(found) => <Days days={found} />}</PageGate>
      <PauseDialog game={asked} onClose={() => setAsked(undefined)} />
    </ConsolePage>
  )
}

function GameFacts({ game }: { game: OperatedGame }) {
  const { t } = useLingui()
  const { usd, integer, percent } = useConsoleFormat()
  const { minUsd, maxPayoutUsd } = game.limits
  const bps = (value: number | null) => (value === null ? '—' : percent(value))
  return (
    <Panel title={t`Figures`}>
      <Facts
        facts={[
          { term: t`Bets`, value: integer(game.bets) },
          { term: t`Staked`, value: usd(game.stakedUsd) },
          { term: t`Paid`, value: usd(game.paidUsd) },
          { term: t`Return`, value: bps(game.returnBps) },
          { term: t`Theory`, value: bps(game.expectedBps) },
          { term: t`Within chance`, value: <ReturnDrawing game={game} /> },
          { term: t`Exposure`, value: usd(game.exposureUsd) },
          { term: t`Open rounds`, value: integer(game.openRounds) },
          { term: t`Smallest stake`, value: minUsd === null ? '—' : usd(minUsd) },
          { term: t`Largest payout`, value: maxPayoutUsd === null ? '—' : usd(maxPayoutUsd) },
        ]}
      />
    </Panel>
  )
}

interface Day {
  readonly day: string
  readonly stakedUsd: string
  readonly edgeUsd: string
  readonly resultUsd: string
}

function Days({ days }: { days: readonly Day[] }) {
  const { t } = useLingui()
  const { day: dayText } = useConsoleFormat()
  return (
    <PlayCharts
      sums={days}
      timeOf={({ day }) => Date.parse(`${day}T00:00:00Z`)}
      timeText={(ms) => dayText(new Date(ms))}
      titles={{ stakes: t`Stakes by day`, result: t`Edge and result by day` }}
      labels={{
        stakes: t`Stakes of each of the last 30 days in US dollars`,
        result: t`Expected edge and real result of each of the last 30 days in US dollars`,
      }}
    />
  )
}
