import { Trans } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import type { Transaction } from '#contract/transactions.ts'
import { ListEnd } from '#ui/ListEnd.tsx'
import { useNearEnd } from '#ui/use-near-end.ts'
import { TransactionRow } from './TransactionRow.tsx'

interface TransactionListProps {
  /** Latest first. */
  lines: readonly Transaction[]
  hasMore: boolean
  isLoading: boolean
  isFailed: boolean
  onMore: () => void
}

/** Lines one a row; more come by themselves as the page is scrolled. */
export function TransactionList({ lines, hasMore, isLoading, isFailed, onMore }: TransactionListProps) {
  const navigate = useNavigate({ from: '/history' })
  const endRef = useRef<HTMLDivElement>(null)
  useNearEnd(endRef, { isHeld: !hasMore || isLoading || isFailed, onNear: onMore })
  const open = (line: string) =>
    void navigate({
      to: '/history',
      search: (old) => ({ ...old, line }),
      state: (old) => ({ ...old, openedPanel: true }),
      resetScroll: false,
    })
  return (
    <div className="grid grid-cols-1 gap-3">
      <ul className="grid grid-cols-1 -mx-3">
        {lines.map((line) => (
          <li key={line.id}>
            <TransactionRow line={line} onOpen={open} />
          </li>
        ))}
      </ul>
      <ListEnd ref={endRef} hasMore={hasMore} isFailed={isFailed} onMore={onMore}>
        <Trans>This is everything.</Trans>
      </ListEnd>
    </div>
  )
}
