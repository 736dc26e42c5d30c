import { useQuery } from '@tanstack/react-query'
import { loginsQuery } from '#features/security/security.queries.ts'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { LoginHistory } from './LoginHistory.tsx'

const SHOWN = 5

export function RecentLogins() {
  const query = useQuery(loginsQuery)
  return (
    <div className="-mx-3">
      <AnswerGate query={query}>{(events) => <LoginHistory events={events.slice(0, SHOWN)} />}</AnswerGate>
    </div>
  )
}
