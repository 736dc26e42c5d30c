import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { listOperators, removeOperator, type ListedOperator } from '#contract/operator/operators.ts'
import { useStore } from '#lib/use-store.ts'
import { DataGrid } from '#operator/grid/DataGrid.tsx'
import type { GridColumn } from '#operator/grid/grid-column.ts'
import { ActionDialog } from '#operator/parts/ActionDialog.tsx'
import { Code } from '#operator/parts/Code.tsx'
import { ConsolePage } from '#operator/parts/ConsolePage.tsx'
import { Moment } from '#operator/parts/Moment.tsx'
import { PageGate } from '#operator/parts/PageGate.tsx'
import { RowButton } from '#operator/parts/RowButton.tsx'
import { useRoleName } from '#operator/parts/use-role-name.ts'
import { useShownLast } from '#operator/parts/use-shown-last.ts'
import { api } from '#operator/session/api.ts'
import { operatorQuery } from '#operator/session/queries.ts'
import { session } from '#operator/session/session.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { toast } from '#ui/toast.ts'
import { InviteDialog } from './InviteDialog.tsx'

export function OperatorsPage() {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [isInviting, setIsInviting] = useState(false)
  const [asked, ask] = useState<ListedOperator>()
  const shown = useShownLast(asked)
  const name = shown?.name ?? ''
  const query = useQuery(operatorQuery(listOperators))
  const columns = useColumns(ask)
  return (
    <ConsolePage
      title={t`Operators`}
      lead={t`Who may run Koi, and as what.`}
      actions={
        <Button size="sm" icon={<UserPlus aria-hidden size={16} />} onClick={() => setIsInviting(true)}>
          <Trans>Invite an operator</Trans>
        </Button>
      }
    >
      <PageGate query={query}>
        {(operators) => (
          <DataGrid
            label={t`Operators`}
            fileName="operators"
            columns={columns}
            rows={{ rows: operators }}
            rowId={({ id, joinedAt }) => `${joinedAt === null ? 'invitation' : 'operator'} ${id}`}
            empty={{ title: t`No operators` }}
          />
        )}
      </PageGate>
      <InviteDialog open={isInviting} onClose={() => setIsInviting(false)} />
      <ActionDialog
        open={asked !== undefined}
        onClose={() => ask(undefined)}
        title={t`Remove ${name}`}
        confirm={t`Remove`}
        isDangerous
        run={async (why) => {
          if (!asked) return
          await api.call(removeOperator, { params: { id: asked.id }, body: { why } })
          toast({ message: t`${name} is removed`, tone: 'success' })
          await queries.invalidateQueries({ queryKey: [listOperators.path] })
        }}
      >
        <p>
          {shown?.joinedAt === null ? (
            <Trans>The link of the invitation stops working at once.</Trans>
          ) : (
            <Trans>All sessions end at once. What was done stays in the log.</Trans>
          )}
        </p>
      </ActionDialog>
    </ConsolePage>
  )
}

function useColumns(ask: (operator: ListedOperator) => void): readonly GridColumn<ListedOperator>[] {
  const { t } = useLingui()
  const roleName = useRoleName()
  const { entered } = useStore(session)
  const ownId = entered?.operator.id
  return [
    {
      id: 'name',
      head: t`Name`,
      width: 1.4,
      text: ({ name }) => name,
      cell: ({ name }) => <bdi translate="no">{name}</bdi>,
      sortBy: ({ name }) => name,
    },
    {
      id: 'role',
      head: t`Role`,
      text: ({ role }) => role,
      cell: ({ role }) => <Badge>{roleName(role)}</Badge>,
      sortBy: ({ role }) => role,
    },
    {
      id: 'state',
      head: t`State`,
      width: 1.4,
      text: ({ joinedAt }) => (joinedAt === null ? 'invited' : 'operator'),
      cell: ({ joinedAt, invitedUntil }) =>
        joinedAt === null ? (
          invitedUntil === null ? (
            t`Invited`
          ) : (
            <span>
              <Trans>
                Invited until <Moment at={invitedUntil} />
              </Trans>
            </span>
          )
        ) : (
          <span>
            <Trans>
              Since <Moment at={joinedAt} />
            </Trans>
          </span>
        ),
    },
    {
      id: 'seen',
      head: t`Last seen`,
      width: 1.25,
      text: ({ lastSeenAt }) => lastSeenAt ?? '',
      cell: ({ lastSeenAt }) => (lastSeenAt === null ? t`Never` : <Moment at={lastSeenAt} />),
      sortBy: ({ lastSeenAt }) => lastSeenAt,
    },
    {
      id: 'passkey',
      head: t`Passkey`,
      width: 1.4,
      text: ({ fingerprint }) => fingerprint ?? '',
      cell: ({ fingerprint }) => (fingerprint === null ? '—' : <Code text={fingerprint} isShort />),
    },
    {
      id: 'remove',
      head: t`Action`,
      width: 0.8,
      isNumber: true,
      text: () => '',
      cell: (operator) =>
        operator.joinedAt !== null && operator.id === ownId ? (
          t`You`
        ) : (
          <RowButton onClick={() => ask(operator)}>
            <Trans>Remove</Trans>
          </RowButton>
        ),
    },
  ]
}
