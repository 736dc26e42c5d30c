import { ph } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { listOperatedCodes, type OperatedCode } from '#contract/operator/actions.ts'
import { DataGrid } from '#operator/grid/DataGrid.tsx'
import type { GridColumn } from '#operator/grid/grid-column.ts'
import { Moment } from '#operator/parts/Moment.tsx'
import { PageGate } from '#operator/parts/PageGate.tsx'
import { RowButton } from '#operator/parts/RowButton.tsx'
import { useConsoleFormat } from '#operator/parts/use-console-format.ts'
import { operatorQuery } from '#operator/session/queries.ts'
import { Badge } from '#ui/Badge.tsx'

interface CodesProps {
  /** Absent for those who may not. */
  onStop: ((code: OperatedCode) => void) | undefined
}

export function Codes({ onStop }: CodesProps) {
  const { t } = useLingui()
  const query = useQuery(operatorQuery(listOperatedCodes))
  const columns = useColumns(onStop)
  return (
    <PageGate query={query}>
      {(codes) => (
        <DataGrid
          label={t`Codes`}
          fileName="codes"
          columns={columns}
          rows={{ rows: codes }}
          rowId={({ id }) => id}
          empty={{ title: t`No codes`, detail: t`Create one to give money or free rounds.` }}
        />
      )}
    </PageGate>
  )
}

const isEnded = ({ isStopped, until }: OperatedCode) => isStopped || Date.parse(until) <= Date.now()

function useColumns(onStop: CodesProps['onStop']): readonly GridColumn<OperatedCode>[] {
  const { t } = useLingui()
  const { integer } = useConsoleFormat()

  const columns: GridColumn<OperatedCode>[] = [
    { id: 'name', head: t`Name`, width: 1.5, text: ({ name }) => name, sortBy: ({ name }) => name },
    { id: 'gives', head: t`Gives`, width: 1.8, text: ({ gives }) => gives, sortBy: ({ gives }) => gives },
    {
      id: 'state',
      head: t`State`,
      width: 0.8,
      text: (code) => (code.isStopped ? 'stopped' : isEnded(code) ? 'over' : 'on'),
      cell: (code) =>
        code.isStopped ? (
          <Badge tone="danger">{t`Stopped`}</Badge>
        ) : isEnded(code) ? (
          <Badge>{t`Over`}</Badge>
        ) : (
          <Badge tone="jade">{t`On`}</Badge>
        ),
    },
    {
      id: 'used',
      head: t`Used`,
      width: 0.8,
      isNumber: true,
      text: ({ used, uses }) => `${used}/${uses ?? ''}`,
      cell: ({ used, uses }) =>
        uses === null ? integer(used) : t`${ph({ used: integer(used) })} of ${ph({ uses: integer(uses) })}`,
      sortBy: ({ used }) => used,
    },
    {
      id: 'until',
      head: t`Until`,
      width: 1.25,
      text: ({ until }) => until,
      cell: ({ until }) => <Moment at={until} />,
      sortBy: ({ until }) => until,
    },
  ]
  if (!onStop) return columns
  return [
    ...columns,
    {
      id: 'stop',
      head: t`Action`,
      width: 0.8,
      isNumber: true,
      text: () => '',
      cell: (code) =>
        isEnded(code) ? null : (
          <RowButton onClick={() => onStop(code)}>
            <Trans>Stop</Trans>
          </RowButton>
        ),
    },
  ]
}
