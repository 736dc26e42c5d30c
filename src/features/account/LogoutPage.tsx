import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { connection } from '#api/connection.ts'
import { useStore } from '#lib/use-store.ts'
import { readAccessToken, tokenPresence } from '#session/access-token.ts'
import { logOut } from '#session/user.actions.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { buttonClass } from '#ui/button-class.ts'

export function LogoutPage() {
  const { t } = useLingui()
  const [wasLoggedIn] = useState(() => readAccessToken() !== null)
  const isLoggedIn = useStore(tokenPresence)
  const [isAsking, setIsAsking] = useState(wasLoggedIn)
  // After a log-out here or in another tab the question does not come back, even if somebody logs in elsewhere.
  if (isAsking && !isLoggedIn) setIsAsking(false)
  const isOffline = useStore(connection) === 'offline'
  const icon = <LogOut aria-hidden size={26} />
  if (isAsking) {
    return (
      <EmptyState
        level={1}
        icon={icon}
        title={t`Log out of Koi?`}
        detail={t`Language, theme, favourites and demo bets stay on this device.`}
        action={
          <div className="flex flex-wrap justify-center gap-2.5">
            <Button onClick={logOut}>
              <Trans>Log out</Trans>
            </Button>
            <Link to="/" className={buttonClass({ variant: 'secondary' })}>
              <Trans>Stay logged in</Trans>
            </Link>
          </div>
        }
      />
    )
  }
  const detail = !wasLoggedIn
    ? t`Nobody is logged in on this device. Language, theme and favourites stay.`
    : isOffline
      ? t`Your login data is deleted from this device. Leave Koi open until you are online again, so the server can end your session too.`
      : t`Your login data is deleted from this device. Language, theme and favourites stay.`
  return (
    <EmptyState
      level={1}
      icon={icon}
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
