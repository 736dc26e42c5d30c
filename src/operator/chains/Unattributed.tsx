import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { listUnattributed } from '#contract/operator/chains.ts'
import { DataGrid } from '#operator/grid/DataGrid.tsx'
import { PageGate } from '#operator/parts/PageGate.tsx'
import { Panel } from '#operator/parts/Panel.tsx'
import { operatorQuery } from '#operator/session/queries.ts'
import { useArrivalColumns } from './use-arrival-columns.tsx'

/** Money that came in and belongs to no player yet. */
export function Unattributed() {
  const { t } = useLingui()
  const query = useQuery(operatorQuery(listUnattributed))
  const columns = useArrivalColumns()
  return (
    <Panel title={t`Arrivals without an owner`}>
      <PageGate query={query} rows={3}>
        {(arrivals) => (
          <DataGrid
            label={t`Arrivals without an owner`}
            fileName="arrivals"
            columns={columns}
            rows={{ rows: arrivals }}
            rowId={({ chain, txId, to }) => `${chain} ${txId} ${to ?? ''}`}
            empty={{ title: t`All money has an owner`, detail: t`What cannot be credited appears here.` }}
          />
        )}
      </PageGate>
    </Panel>
  )
}
