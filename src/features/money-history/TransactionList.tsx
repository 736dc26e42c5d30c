import { Trans } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { Transaction } from '#contract/transactions.ts'
import { Button } from '#ui/Button.tsx'
import { Spinner } from '#ui/Spinner.tsx'
import { Text } from '#ui/Text.tsx'
import { TransactionRow } from './TransactionRow.tsx'

interface TransactionListProps {
  /** Latest first. */
  lines: readonly Transaction[]
  hasMore: boolean
  isLoading: boolean
  isFailed: boolean
  onMore: () => void
}

/** The next page is asked for so long before the end is in sight. */
const AHEAD = '600px'

/** Lines one a row; more come by themselves as the page is scrolled. */
export function TransactionList({ lines, hasMore, isLoading, isFailed, onMore }: TransactionListProps) {
  const navigate = useNavigate({ from: '/history' })
  const endRef = useRef<HTMLDivElement>(null)
  const canAsk = hasMore && !isLoading && !isFailed
  useEffect(() => {
    const end = endRef.current
    if (!end || !canAsk) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) onMore()
      },
      { rootMargin: AHEAD },
    )
    observer.observe(end)
    return () => observer.disconnect()
  }, [canAsk, onMore])
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
      <div ref={endRef} className="grid justify-items-center gap-2 py-2 min-h-15">
        {isFailed ? (
          <Button variant="secondary" size="sm" onClick={onMore}>
            <Trans>Show more</Trans>
          </Button>
        ) : hasMore ? (
          <Spinner />
        ) : (
          <Text size={3} tone="subtle">
            <Trans>That is everything.</Trans>
          </Text>
        )}
      </div>
    </div>
  )
}
