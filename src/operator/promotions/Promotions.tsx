import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { listOperatedPromotions, type OperatedPromotion } from '#contract/operator/actions.ts'
import { DataGrid } from '#operator/grid/DataGrid.tsx'
import { decimalOrder } from '#operator/grid/decimal-order.ts'
import type { GridColumn } from '#operator/grid/grid-column.ts'
import { Moment } from '#operator/parts/Moment.tsx'
import { PageGate } from '#operator/parts/PageGate.tsx'
import { RowButton } from '#operator/parts/RowButton.tsx'
import { useConsoleFormat } from '#operator/parts/use-console-format.ts'
import { useGiftKind } from '#operator/parts/use-gift-kind.ts'
import { useNamedText } from '#operator/parts/use-named-text.ts'
import { operatorQuery } from '#operator/session/queries.ts'
import { Badge } from '#ui/Badge.tsx'

interface PromotionsProps {
  /** Absent for those who may not. */
  onEnd: ((promotion: OperatedPromotion) => void) | undefined
}

export function Promotions({ onEnd }: PromotionsProps) {
  const { t } = useLingui()
  const query = useQuery(operatorQuery(listOperatedPromotions))
  const columns = useColumns(onEnd)
  return (
    <PageGate query={query}>
      {(promotions) => (
        <DataGrid
          label={t`Promotions`}
          fileName="promotions"
          columns={columns}
          rows={{ rows: promotions }}
          rowId={({ slug }) => slug}
          empty={{ title: t`No promotions`, detail: t`A release or the command line adds them.` }}
        />
      )}
    </PageGate>
  )
}

const isOver = ({ endsAt }: OperatedPromotion) => endsAt !== null && Date.parse(endsAt) <= Date.now()

function useColumns(onEnd: PromotionsProps['onEnd']): readonly GridColumn<OperatedPromotion>[] {
  const { t } = useLingui()
  const { usd, integer } = useConsoleFormat()
  const nameOf = useNamedText()
  const kindOf = useGiftKind()

  const columns: GridColumn<OperatedPromotion>[] = [
    {
      id: 'title',
      head: t`Promotion`,
      width: 1.8,
      text: ({ title }) => nameOf(title),
      sortBy: ({ title }) => nameOf(title),
    },
    {
      id: 'kind',
      head: t`Kind`,
      text: ({ kind }) => kind,
      cell: ({ kind }) => kindOf(kind),
      sortBy: ({ kind }) => kind,
    },
    {
      id: 'state',
      head: t`State`,
      width: 0.7,
      text: (promotion) => (isOver(promotion) ? 'over' : 'on'),
      cell: (promotion) =>
        isOver(promotion) ? <Badge>{t`Over`}</Badge> : <Badge tone="jade">{t`On`}</Badge>,
    },
    {
      id: 'starts',
      head: t`Begins`,
      width: 1.25,
      text: ({ startsAt }) => startsAt,
      cell: ({ startsAt }) => <Moment at={startsAt} />,
      sortBy: ({ startsAt }) => startsAt,
    },
    {
      id: 'ends',
      head: t`Ends`,
      width: 1.25,
      text: ({ endsAt }) => endsAt ?? '',
      cell: ({ endsAt }) => (endsAt === null ? t`No end` : <Moment at={endsAt} />),
      sortBy: ({ endsAt }) => endsAt,
    },
    {
      id: 'taken',
      head: t`Taken`,
      width: 0.7,
      isNumber: true,
      text: ({ taken }) => `${taken ?? ''}`,
      cell: ({ taken }) => (taken === null ? '—' : integer(taken)),
      sortBy: ({ taken }) => taken,
    },
    {
      id: 'cost',
      head: t`Cost`,
      width: 0.9,
      isNumber: true,
      text: ({ costUsd }) => costUsd ?? '',
      cell: ({ costUsd }) => (costUsd === null ? '—' : usd(costUsd)),
      sortBy: ({ costUsd }) => decimalOrder(costUsd),
    },
  ]
  if (!onEnd) return columns
  return [
    ...columns,
    {
      id: 'end',
      head: t`Action`,
      width: 0.8,
      isNumber: true,
      text: () => '',
      cell: (promotion) =>
        isOver(promotion) ? null : (
          <RowButton onClick={() => onEnd(promotion)}>
            <Trans>End</Trans>
          </RowButton>
        ),
    },
  ]
}
