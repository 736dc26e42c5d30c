import { Trans } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { Text } from '#ui/Text.tsx'
import { TransactionRow } from './TransactionRow.tsx'
import { transactionsQuery } from './transactions.queries.ts'

const SHOWN = 5

/** The latest movements of the account's money; each leads to its place in the history. */
export function RecentLines() {
  const navigate = useNavigate()
  const query = useInfiniteQuery(transactionsQuery({ group: undefined, coin: undefined }))
  const open = (line: string) => void navigate({ to: '/history', search: { view: 'money', line } })
  return (
    <AnswerGate query={query}>
      {({ pages }) => {
        const lines = pages.flatMap(({ transactions }) => transactions).slice(0, SHOWN)
        return lines.length === 0 ? (
          <Text tone="muted">
            <Trans>No money in or out yet</Trans>
          </Text>
        ) : (
          <ul className="grid grid-cols-1 -mx-3">
            {lines.map((line) => (
              <li key={line.id}>
                <TransactionRow line={line} onOpen={open} />
              </li>
            ))}
          </ul>
        )
      }}
    </AnswerGate>
  )
}
