import { useLingui } from '@lingui/react/macro'
import { findPlayers, type PlayerRow } from '#contract/operator/players.ts'
import { DataGrid } from '#operator/grid/DataGrid.tsx'
import type { GridColumn } from '#operator/grid/grid-column.ts'
import { usePageRows } from '#operator/grid/use-page-rows.ts'
import { ConsolePage } from '#operator/parts/ConsolePage.tsx'
import { FilterSelect } from '#operator/parts/FilterSelect.tsx'
import { Moment } from '#operator/parts/Moment.tsx'
import { PageGate } from '#operator/parts/PageGate.tsx'
import { PageLink } from '#operator/parts/PageLink.tsx'
import { useOpen, useSearch } from '#operator/parts/use-address.ts'
import { usePlayerState } from '#operator/parts/use-player-state.ts'
import { useTypedSearch } from '#operator/parts/use-typed-search.ts'
import { Badge } from '#ui/Badge.tsx'
import { consoleClass } from '#ui/console/console-class.ts'

const SORTED = ['uid', 'email'] as const
const STATES = ['open', 'break', 'closed'] as const

export function PlayersPage() {
  const { t } = useLingui()
  const open = useOpen()
  const stateOf = usePlayerState()
  const [address, change] = useSearch()
  const { asked, typed, setTyped } = useTypedSearch('search')
  const sort = SORTED.find((each) => each === address['sort'])
  const state = STATES.find((each) => each === address['state'])
  const isDown = address['direction'] === 'down'
  const { query, rows } = usePageRows(
    findPlayers,
    {
      query: {
        ...(asked !== '' && { search: asked }),
        ...(sort && { sort, direction: isDown ? 'down' : 'up' }),
        ...(state && { state }),
      },
    },
    ({ players }) => players,
  )
  const columns = usePlayerColumns()
  return (
    <ConsolePage
      title={t`Players`}
      lead={t`Search by number, e-mail, nickname, wallet, deposit address or transaction.`}
    >
      <PageGate query={query}>
        {() => (
          <DataGrid
            label={t`Players`}
            fileName="players"
            columns={columns}
            rows={rows}
            rowId={({ uid }) => `${uid}`}
            onOpen={({ uid }) => open(`/players/${uid}`)}
            search={{ value: typed, onChange: setTyped, label: t`Search players` }}
            sort={{
              columns: SORTED,
              current: sort ? { id: sort, isDown } : null,
              change: (next) =>
                change({ sort: next?.id, direction: next ? (next.isDown ? 'down' : 'up') : undefined }),
            }}
            filters={
              <FilterSelect
                label={t`State`}
                value={state ?? ''}
                options={[
                  { value: '', label: t`All states` },
                  ...STATES.map((value) => ({ value, label: stateOf(value).name })),
                ]}
                onChange={(value) => change({ state: value || undefined })}
              />
            }
            empty={{ title: t`No players`, detail: t`Nobody has registered yet.` }}
          />
        )}
      </PageGate>
    </ConsolePage>
  )
}

function usePlayerColumns(): readonly GridColumn<PlayerRow>[] {
  const { t } = useLingui()
  const stateOf = usePlayerState()
  return [
    {
      id: 'uid',
      head: t`Number`,
      width: 0.7,
      text: ({ uid }) => `${uid}`,
      cell: ({ uid }) => (
        <PageLink to={`/players/${uid}`} tabIndex={-1} className="num">
          {`${uid}`}
        </PageLink>
      ),
    },
    {
      id: 'nickname',
      head: t`Nickname`,
      width: 1.3,
      text: ({ nickname }) => nickname,
      cell: ({ nickname }) => <bdi translate="no">{nickname}</bdi>,
    },
    {
      id: 'email',
      head: t`E-mail`,
      width: 1.8,
      text: ({ email }) => email ?? '',
      cell: ({ email }) =>
        email === null ? (
          <span className={consoleClass.subtle}>{t`None`}</span>
        ) : (
          <span translate="no">{email}</span>
        ),
    },
    {
      id: 'state',
      head: t`State`,
      width: 0.8,
      text: ({ state }) => state,
      cell: ({ state }) => <Badge tone={stateOf(state).tone}>{stateOf(state).name}</Badge>,
    },
    {
      id: 'created',
      head: t`Registered`,
      width: 1.25,
      text: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => <Moment at={createdAt} />,
    },
    {
      id: 'seen',
      head: t`Last seen`,
      width: 1.25,
      text: ({ lastSeenAt }) => lastSeenAt ?? '',
      cell: ({ lastSeenAt }) =>
        lastSeenAt === null ? (
          <span className={consoleClass.subtle}>{t`Never`}</span>
        ) : (
          <Moment at={lastSeenAt} />
        ),
    },
  ]
}
