import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { MonitorSmartphone } from 'lucide-react'
import { endOtherSessions, endSession, type Session } from '#contract/account.ts'
import { SecurityFrame } from '#features/security/SecurityFrame.tsx'
import { loginsQuery, sessionsQuery } from '#features/security/security.queries.ts'
import { useCloseQuestion } from '#features/security/use-close-question.ts'
import { errorMessageOf } from '#i18n/error-messages.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useAction } from '#lib/use-action.ts'
import { api } from '#session/api.ts'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { Badge } from '#ui/Badge.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Button } from '#ui/Button.tsx'
import { Overlay } from '#ui/dialog/Overlay.tsx'
import { FormError } from '#ui/FormError.tsx'
import { Heading } from '#ui/Heading.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { Text } from '#ui/Text.tsx'
import { toast } from '#ui/toast.ts'
import { LoginHistory } from './LoginHistory.tsx'

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

/** This device first; others can be logged out one by one or all together. */
function SessionList({ sessions }: { sessions: readonly Session[] }) {
  const { t, i18n } = useLingui()
  const queryClient = useQueryClient()
  const ending = useAction({
    run: (id: string) => api.call(endSession, { params: { id } }),
    onSuccess: (left) => {
      queryClient.setQueryData(sessionsQuery.queryKey, left)
      toast({ message: t`Logged out there`, tone: 'success' })
    },
    onError: (error) => {
      toast({ message: i18n._(errorMessageOf(error)) })
      // The session may have ended by itself meanwhile.
      void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    },
  })
  return (
    <div className="grid gap-4">
      <ul className="grid gap-2.5">
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isEnding={ending.isRunning && ending.input === session.id}
            onEnd={() => ending.run(session.id)}
          />
        ))}
      </ul>
      {sessions.some(({ isCurrent }) => !isCurrent) ? (
        <div>
          <Link
            to="/security/sessions"
            search={{ confirm: 'all' }}
            state={{ openedPanel: true }}
            resetScroll={false}
            aria-haspopup="dialog"
            className={buttonClass({ variant: 'secondary' })}
          >
            <Trans>Log out all other devices</Trans>
          </Link>
        </div>
      ) : null}
      <EndSessionsSheet />
    </div>
  )
}

interface SessionRowProps {
  session: Session
  isEnding: boolean
  onEnd: () => void
}

function SessionRow({ session, isEnding, onEnd }: SessionRowProps) {
  const { t } = useLingui()
  const { moment, date } = useFormat()
  const { isCurrent, address, createdAt, lastUsedAt } = session
  const device = session.device || t`Unknown device`
  const used = moment(new Date(lastUsedAt))
  const since = date(new Date(createdAt))
  const facts = [isCurrent ? t`In use now` : t`Last used ${used}`, t`since ${since}`, address]
  return (
    <li data-testid="session">
      <ListRow
        className="flex-wrap"
        icon={<MonitorSmartphone aria-hidden size={21} />}
        iconTone={isCurrent ? 'jade' : 'neutral'}
        title={device}
        subtitle={<span className="wrap-anywhere">{facts.filter(Boolean).join(' · ')}</span>}
        trailing={
          isCurrent ? (
            <Badge tone="jade">
              <Trans>This device</Trans>
            </Badge>
          ) : (
            <Button
              variant="secondary"
              size="sm"
              loading={isEnding}
              aria-label={t`Log out ${device}`}
              onClick={onEnd}
            >
              <Trans>Log out</Trans>
            </Button>
          )
        }
      />
    </li>
  )
}

/** Asks before all other devices are logged out. */
function EndSessionsSheet() {
  const { t, i18n } = useLingui()
  const queryClient = useQueryClient()
  const isOpen = useSearch({ strict: false, select: (search) => search.confirm === 'all' })
  const close = useCloseQuestion()
  const ending = useAction({
    run: () => api.call(endOtherSessions),
    onSuccess: (left) => {
      queryClient.setQueryData(sessionsQuery.queryKey, left)
      toast({ message: t`Every other device is logged out`, tone: 'success' })
      close()
    },
  })
  return (
    <Overlay
      open={isOpen}
      onClose={close}
      placement="bottom"
      title={t`Log out all other devices?`}
      footer={
        <div className="grid grid-cols-2 gap-2.5">
          <Button variant="secondary" onClick={close}>
            <Trans>Keep them</Trans>
          </Button>
          <Button variant="danger" loading={ending.isRunning} onClick={() => ending.run()}>
            <Trans>Log out all</Trans>
          </Button>
        </div>
      }
    >
      <div className="grid gap-3">
        <Text tone="muted">
          <Trans>This device stays logged in. The others ask for a log-in when they are next used.</Trans>
        </Text>
        <FormError>{ending.error ? i18n._(errorMessageOf(ending.error)) : undefined}</FormError>
      </div>
    </Overlay>
  )
}
