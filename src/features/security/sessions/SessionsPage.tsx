import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { SecurityFrame } from '#features/security/SecurityFrame.tsx'
import { loginsQuery, sessionsQuery } from '#features/security/security.queries.ts'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { Heading } from '#ui/Heading.tsx'
import { LoginHistory } from './LoginHistory.tsx'
import { SessionList } from './SessionList.tsx'

/** Where the account is logged in, and how logging in went of late. */
export function SessionsPage() {
  const sessions = useQuery(sessionsQuery)
  const logins = useQuery(loginsQuery)
  return (
    <SecurityFrame
      title={<Trans>Where you are logged in</Trans>}
      lead={<Trans>If you do not know a device, log it out and change your password.</Trans>}
    >
      <AnswerGate query={sessions}>{(list) => <SessionList sessions={list} />}</AnswerGate>
      <section aria-labelledby="logins" className="grid gap-2.5">
        <Heading level={2} id="logins">
          <Trans>Last log-ins</Trans>
        </Heading>
        <AnswerGate query={logins}>{(events) => <LoginHistory events={events} />}</AnswerGate>
      </section>
    </SecurityFrame>
  )
}
