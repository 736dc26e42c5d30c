import { useQuery } from '@tanstack/react-query'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { LoginHistory } from './LoginHistory.tsx'
import { loginsQuery } from './security.queries.ts'

const SHOWN = 5

/** The latest tries to log in to the account. */
export function RecentLogins() {
  const query = useQuery(loginsQuery)
  return (
    <div className="-mx-3">
      <AnswerGate query={query}>{(events) => <LoginHistory events={events.slice(0, SHOWN)} />}</AnswerGate>
    </div>
  )
}
