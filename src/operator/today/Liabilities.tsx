import { Trans, useLingui } from '@lingui/react/macro'
import type { Today } from '#contract/operator/today.ts'
import { DataGrid } from '#operator/grid/DataGrid.tsx'
import { decimalOrder } from '#operator/grid/decimal-order.ts'
import type { GridColumn } from '#operator/grid/grid-column.ts'
import { coverBps } from '#operator/parts/cover-share.ts'
import { Cover } from '#operator/parts/Cover.tsx'
import { Panel } from '#operator/parts/Panel.tsx'
import { useConsoleFormat } from '#operator/parts/use-console-format.ts'
import { Text } from '#ui/Text.tsx'

type Liability = Today['liabilities'][number]

/** The debts to players, beside what the house holds for it. */
export function Liabilities({ liabilities }: { liabilities: readonly Liability[] }) {
  const { t } = useLingui()
  const { amount } = useConsoleFormat()
  const columns: GridColumn<Liability>[] = [
    { id: 'coin', head: t`Coin`, text: ({ symbol }) => symbol, sortBy: ({ symbol }) => symbol },
    { id: 'network', head: t`Network`, text: ({ network }) => network, sortBy: ({ network }) => network },
    {
      id: 'owed',
      head: t`Owed to players`,
      width: 1.6,
      isNumber: true,
      text: ({ owed }) => owed,
      cell: ({ owed }) => amount(owed),
      sortBy: ({ owed }) => decimalOrder(owed),
    },
    {
      id: 'held',
      head: t`Held`,
      width: 1.6,
      isNumber: true,
      text: ({ held }) => held ?? '',
      cell: ({ held }) => (held === null ? t`Not known` : amount(held)),
      sortBy: ({ held }) => decimalOrder(held),
    },
    {
      id: 'cover',
      head: t`Cover`,
      isNumber: true,
      text: ({ owed, held }) => String(coverBps(owed, held) ?? ''),
      cell: ({ owed, held }) => <Cover owed={owed} held={held} />,
      sortBy: ({ owed, held }) => coverBps(owed, held),
    },
  ]
  return (
    <Panel title={t`Owed and held`}>
      <Text size={3} tone="muted">
        <Trans>What is held must never be less than what is owed.</Trans>
      </Text>
      <DataGrid
        label={t`Owed and held`}
        fileName="liabilities"
        columns={columns}
        rows={{ rows: liabilities }}
        rowId={({ coin }) => coin}
        empty={{ title: t`Nothing is owed`, detail: t`No player has a balance yet.` }}
      />
    </Panel>
  )
}
