import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useLocation } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { buttonClass } from '#ui/button-class.ts'
import { EmptyState } from '#ui/EmptyState.tsx'

/** Deposits need an account: leads to the log-in and back to this panel. */
export function LogInFirst({ panel }: { panel: 'deposit' | 'address' | 'web3' }) {
  const { t } = useLingui()
  const path = useLocation({ select: ({ pathname }) => pathname })
  return (
    <EmptyState
      level={3}
      icon={<Lock aria-hidden size={26} />}
      title={t`Log in to deposit`}
      detail={t`Your deposit address belongs only to your account.`}
      action={
        <Link to="/accout" search={{ from: `${path}?panel=${panel}` }} className={buttonClass()}>
          <Trans>Log in</Trans>
        </Link>
      }
    />
  )
}
