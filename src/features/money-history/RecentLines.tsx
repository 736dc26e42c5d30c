import { Trans } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { Text } from '#ui/Text.tsx'
import { TransactionRow } from './TransactionRow.tsx'
import { recentTransactionsQuery } from './transactions.queries.ts'

/** The latest movements of money, with links into the history. */
export function RecentLines() {
  const navigate = useNavigate()
  const query = useInfiniteQuery(recentTransactionsQuery())
  const open = (line: string) => void navigate({ to: '/history', search: { view: 'money', line } })
  const openBonuses = () => void navigate({ to: '/history', search: { view: 'money', kind: 'bonus' } })
  return (
    <AnswerGate query={query}>
      {({ pages }) => {
        const lines = pages.flat()
        return lines.length === 0 ? (
          <Text tone="muted">
            <Trans>No money in or out yet</Trans>
          </Text>
        ) : (
          <ul className="grid grid-cols-1 -mx-3">
            {lines.map((line) => {
              // A day's sum is not a line of the history.
              const isDay = line.group === 'bonus' && line.movement === 'bonus-release'
              return (
                <li key={line.id}>
                  <TransactionRow line={line} isDay={isDay} onOpen={isDay ? openBonuses : open} />
                </li>
              )
            })}
          </ul>
        )
      }}
    </AnswerGate>
  )
}
