import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import { useEffect, useState } from 'react'
import { readAccessToken } from '#lib/access-token.ts'
import { connection } from '#lib/connection.ts'
import { useStore } from '#lib/use-store.ts'
import { logOut } from '#lib/user.actions.ts'
import { buttonClass } from '#ui/button-class.ts'
import { EmptyState } from '#ui/EmptyState.tsx'

/** Logs out on arrival, not on a preload, and says what there was. */
export function LogoutPage() {
  const { t } = useLingui()
  const [wasLoggedIn] = useState(() => readAccessToken() !== null)
  const isOffline = useStore(connection) === 'offline'
  useEffect(logOut, [])
  const detail = !wasLoggedIn
    ? t`Nobody is logged in on this device. Language, theme and favourites stay.`
    : isOffline
      ? t`Nothing of your session is left on this device. The server ends it too if you leave Koi open until you are connected again.`
      : t`Nothing of your session is left on this device. Language, theme and favourites stay.`
  return (
    <EmptyState
      level={1}
      icon={<LogOut aria-hidden size={26} />}
      title={wasLoggedIn ? t`You are logged out` : t`You were not logged in`}
      detail={detail}
      action={
        <div className="flex flex-wrap justify-center gap-2.5">
          <Link to="/" className={buttonClass()}>
            <Trans>Go to the lobby</Trans>
          </Link>
          <Link to="/accout" className={buttonClass({ variant: 'ghost' })}>
            <Trans>Log in</Trans>
          </Link>
        </div>
      }
    />
  )
}
