import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listOperatedGames, type OperatedGame } from '#contract/operator/games.ts'
import { useFormat } from '#i18n/use-format.ts'
import { DataGrid } from '#operator/grid/DataGrid.tsx'
import { decimalOrder } from '#operator/grid/decimal-order.ts'
import type { GridColumn } from '#operator/grid/grid-column.ts'
import { ConsolePage } from '#operator/parts/ConsolePage.tsx'
import { PageGate } from '#operator/parts/PageGate.tsx'
import { RowButton } from '#operator/parts/RowButton.tsx'
import { PageLink } from '#operator/parts/PageLink.tsx'
import { useOpen } from '#operator/parts/use-address.ts'
import { useConsoleFormat } from '#operator/parts/use-console-format.ts'
import { useNamedText } from '#operator/parts/use-named-text.ts'
import { operatorQuery } from '#operator/session/queries.ts'
import { useMay } from '#operator/session/session.ts'
import { Badge } from '#ui/Badge.tsx'
import { PauseDialog } from './PauseDialog.tsx'
import { ReturnDrawing } from './ReturnDrawing.tsx'

export function GamesPage() {
  const { t } = useLingui()
  const open = useOpen()
  const [asked, setAsked] = useState<OperatedGame>()
  const query = useQuery(operatorQuery(listOperatedGames))
  const columns = useColumns(setAsked)
  return (
    <ConsolePage
      title={t`Games`}
      lead={t`Measured return beside the theory of exactly the bets that were made.`}
    >
      <PageGate query={query}>
        {(games) => (
          <DataGrid
            label={t`Games`}
            fileName="games"
            columns={columns}
            rows={{ rows: games }}
            rowId={({ slug }) => slug}
            onOpen={({ slug }) => open(`/games/${slug}`)}
            empty={{ title: t`No games` }}
          />
        )}
      </PageGate>
      <PauseDialog game={asked} onClose={() => setAsked(undefined)} />
    </ConsolePage>
  )
}

function useColumns(ask: (game: OperatedGame) => void): readonly GridColumn<OperatedGame>[] {
  const { t } = useLingui()
  const { usd, integer, percent } = useConsoleFormat()
  const { compact } = useFormat()
  const nameOf = useNamedText()
  const mayChange = useMay()('games.change')

  const bps = (value: number | null) => (value === null ? '—' : percent(value))
  const money = (id: string, head: string, of: (game: OperatedGame) => string) => ({
    id,
    head,
    isNumber: true,
    text: of,
    cell: (game: OperatedGame) => usd(of(game)),
    sortBy: (game: OperatedGame) => decimalOrder(of(game)),
  })
  const columns: GridColumn<OperatedGame>[] = [
    {
      id: 'name',
      head: t`Game`,
      width: 1.1,
      text: ({ name }) => nameOf(name),
      cell: ({ slug, name }) => (
        <PageLink to={`/games/${slug}`} tabIndex={-1}>
          {nameOf(name)}
        </PageLink>
      ),
      sortBy: ({ name }) => nameOf(name),
    },
    {
      id: 'state',
      head: t`State`,
      width: 0.8,
      text: ({ isPaused }) => (isPaused ? 'paused' : 'on'),
      cell: ({ isPaused }) =>
        isPaused ? <Badge tone="gold">{t`Paused`}</Badge> : <Badge tone="jade">{t`On`}</Badge>,
      sortBy: ({ isPaused }) => Number(isPaused),
    },
    {
      id: 'bets',
      head: t`Bets`,
      width: 0.8,
      isNumber: true,
      text: ({ bets }) => `${bets}`,
      cell: ({ bets }) => integer(bets),
      sortBy: ({ bets }) => bets,
    },
    money('staked', t`Staked`, ({ stakedUsd }) => stakedUsd),
    {
      id: 'return',
      head: t`Return`,
      width: 0.7,
      isNumber: true,
      text: ({ returnBps }) => `${returnBps ?? ''}`,
      cell: ({ returnBps }) => bps(returnBps),
      sortBy: ({ returnBps }) => returnBps,
    },
    {
      id: 'theory',
      head: t`Theory`,
      width: 0.7,
      isNumber: true,
      text: ({ expectedBps }) => `${expectedBps ?? ''}`,
      cell: ({ expectedBps }) => bps(expectedBps),
      sortBy: ({ expectedBps }) => expectedBps,
    },
    {
      id: 'band',
      head: t`Within chance`,
      width: 1.2,
      isNumber: true,
      text: ({ standardErrorBps }) => `${standardErrorBps ?? ''}`,
      cell: (game) => <ReturnDrawing game={game} />,
    },
    money('exposure', t`Exposure`, ({ exposureUsd }) => exposureUsd),
    {
      id: 'open',
      head: t`Open rounds`,
      width: 0.7,
      isNumber: true,
      text: ({ openRounds }) => `${openRounds}`,
      cell: ({ openRounds }) => integer(openRounds),
      sortBy: ({ openRounds }) => openRounds,
    },
    {
      id: 'limits',
      head: t`Limits`,
      width: 1.2,
      isNumber: true,
      text: ({ limits }) => `${limits.minUsd ?? ''}–${limits.maxPayoutUsd ?? ''}`,
      cell: ({ limits: { minUsd, maxPayoutUsd } }) =>
        [minUsd && `≥ ${usd(minUsd)}`, maxPayoutUsd && `≤ $${compact(Number(maxPayoutUsd))}`]
          .filter(Boolean)
          .join(' ') || '—',
    },
  ]
  if (!mayChange) return columns
  return [
    ...columns,
    {
      id: 'pause',
      head: t`Action`,
      width: 0.9,
      isNumber: true,
      text: () => '',
      cell: (game) => (
        <RowButton onClick={() => ask(game)}>
          {game.isPaused ? <Trans>Go on</Trans> : <Trans>Pause</Trans>}
        </RowButton>
      ),
    },
  ]
}
