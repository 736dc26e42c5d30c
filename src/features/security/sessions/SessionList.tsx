import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { endSession, type Session } from '#contract/account.ts'
import { sessionsQuery } from '#features/security/security.queries.ts'
import { errorMessageOf } from '#i18n/error-messages.ts'
import { useAction } from '#lib/use-action.ts'
import { api } from '#session/api.ts'
import { buttonClass } from '#ui/button-class.ts'
import { toast } from '#ui/toast.ts'
import { EndSessionsSheet } from './EndSessionsSheet.tsx'
import { SessionRow } from './SessionRow.tsx'

/** This device first; any other can be logged out, or all of them. */
export function SessionList({ sessions }: { sessions: readonly Session[] }) {
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
      // It may have ended by itself meanwhile.
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
