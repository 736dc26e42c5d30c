import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import { useEffect, useState } from 'react'
import { clearAccessToken, readAccessToken } from '#lib/access-token.ts'
import { buttonClass } from '#ui/button-class.ts'
import { EmptyState } from '#ui/EmptyState.tsx'

/** Forgets the access token on arrival, not on a preload, and says what there was. */
export function LogoutPage() {
  const { t } = useLingui()
  const [wasLoggedIn] = useState(() => readAccessToken() !== null)
  useEffect(clearAccessToken, [])
  return (
    <EmptyState
      level={1}
      icon={<LogOut aria-hidden size={26} />}
      title={wasLoggedIn ? t`You are logged out` : t`You were not logged in`}
      detail={
        wasLoggedIn
          ? t`The access token is gone from this device. Language, theme and favourites stay.`
          : t`No access token is kept on this device. Language, theme and favourites stay.`
      }
      action={
        <Link to="/" className={buttonClass()}>
          <Trans>Go to the lobby</Trans>
        </Link>
      }
    />
  )
}
