import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { listLog, type LogLine } from '#contract/operator/log.ts'
import { DataGrid } from '#operator/grid/DataGrid.tsx'
import type { GridColumn } from '#operator/grid/grid-column.ts'
import { usePageRows } from '#operator/grid/use-page-rows.ts'
import { Code } from '#operator/parts/Code.tsx'
import { ConsolePage } from '#operator/parts/ConsolePage.tsx'
import { FilterSelect } from '#operator/parts/FilterSelect.tsx'
import { Moment } from '#operator/parts/Moment.tsx'
import { PageGate } from '#operator/parts/PageGate.tsx'
import { useSearch } from '#operator/parts/use-address.ts'
import { useTypedSearch } from '#operator/parts/use-typed-search.ts'
import { SearchField } from '#ui/SearchField.tsx'
import { ChainCheck } from './ChainCheck.tsx'
import { LineSheet } from './LineSheet.tsx'
import { useWho } from './use-who.ts'

const FROM = ['console', 'machine'] as const

export function AuditPage() {
  const { t } = useLingui()
  const [address, change] = useSearch()
  const byName = useTypedSearch('by')
  const byAction = useTypedSearch('action')
  const [opened, setOpened] = useState<LogLine>()
  const kind = address['kind'] === 'changes' ? 'changes' : 'all'
  const from = FROM.find((each) => each === address['from'])
  const { query, rows } = usePageRows(
    listLog,
    {
      query: {
        ...(byName.asked !== '' && { by: byName.asked }),
        ...(byAction.asked !== '' && { action: byAction.asked }),
        kind,
        ...(from !== undefined && { from }),
      },
    },
    ({ lines }) => lines,
  )
  const columns = useColumns()
  return (
    <ConsolePage
      title={t`Log`}
      lead={t`What operators read and did, the newest first. Nobody can change it.`}
    >
      <ChainCheck />
      <PageGate query={query}>
        {() => (
          <DataGrid
            label={t`Log`}
            fileName="log"
            columns={columns}
            rows={rows}
            rowId={({ id }) => id}
            onOpen={setOpened}
            search={{ value: byName.typed, onChange: byName.setTyped, label: t`Name begins with` }}
            filters={
              <>
                <SearchField
                  compact
                  className="flex-1 basis-50 min-w-0 max-w-70"
                  label={t`Action begins with`}
                  value={byAction.typed}
                  onChange={byAction.setTyped}
                />
                <FilterSelect
                  label={t`Kind`}
                  value={kind}
                  options={[
                    { value: 'all', label: t`Reads and changes` },
                    { value: 'changes', label: t`Only changes` },
                  ]}
                  onChange={(value) => change({ kind: value === 'changes' ? value : undefined })}
                />
                <FilterSelect
                  label={t`From`}
                  value={from ?? 'all'}
                  options={[
                    { value: 'all', label: t`Console and command line` },
                    { value: 'console', label: t`Only the console` },
                    { value: 'machine', label: t`Only the command line` },
                  ]}
                  onChange={(value) => change({ from: value === 'all' ? undefined : value })}
                />
              </>
            }
            empty={{ title: t`No lines`, detail: t`Nothing in the log has this.` }}
          />
        )}
      </PageGate>
      <LineSheet line={opened} onClose={() => setOpened(undefined)} />
    </ConsolePage>
  )
}

function useColumns(): readonly GridColumn<LogLine>[] {
  const { t } = useLingui()
  const whoOf = useWho()
  return [
    { id: 'id', head: t`Line`, width: 0.6, text: ({ id }) => id },
    { id: 'at', head: t`Time`, width: 1.25, text: ({ at }) => at, cell: ({ at }) => <Moment at={at} /> },
    {
      id: 'by',
      head: t`Operator`,
      width: 1.3,
      text: whoOf,
      cell: (line) => <bdi translate="no">{whoOf(line)}</bdi>,
    },
    { id: 'action', head: t`Action`, width: 1.2, text: ({ action }) => action },
    { id: 'why', head: t`Reason`, width: 1.5, text: ({ why }) => why, cell: ({ why }) => why || '—' },
    {
      id: 'what',
      head: t`What`,
      width: 2.2,
      text: ({ what }) => JSON.stringify(what),
      cell: ({ what }) => shortFacts(what),
    },
    {
      id: 'hash',
      head: t`Hash`,
      width: 1.3,
      text: ({ hash }) => hash,
      cell: ({ hash }) => <Code text={hash} isShort />,
    },
  ]
}

const SHOWN = 90

/** The beginning of what the line says; the whole opens with the row. */
function shortFacts(what: Readonly<Record<string, unknown>>): string {
  const text = Object.entries(what)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
}
