import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import { buttonClass } from '#ui/button-class.ts'
import { EmptyState } from '#ui/EmptyState.tsx'

interface SessionEndedProps {
  /** Address to return to after the log-in. */
  from: string
  level?: 1 | 2
}

/** Replaces a player's page if the server has ended the session. */
export function SessionEnded({ from, level = 2 }: SessionEndedProps) {
  const { t } = useLingui()
  return (
    <EmptyState
      level={level}
      icon={<LogOut aria-hidden size={26} />}
      title={t`Your session has ended`}
      detail={t`You were logged out on another device, or the session was too old. Log in to continue here. What you typed is kept, except passwords and codes.`}
      action={
        <Link to="/accout" search={{ from }} className={buttonClass()}>
          <Trans>Log in</Trans>
        </Link>
      }
    />
  )
}
