import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import { buttonClass } from '#ui/button-class.ts'
import { EmptyState } from '#ui/EmptyState.tsx'

interface SessionEndedProps {
  /** The address to go back to. */
  from: string
  level?: 1 | 2
}

/** In the place of a player's page when the server has ended the session under it. */
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
