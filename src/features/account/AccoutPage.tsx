import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { CircleUser } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useAccountStatus } from '#session/use-user.ts'
import { loadUser } from '#session/user.actions.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { MemberPage } from './MemberPage.tsx'
import { LoginPage } from './login/LoginPage.tsx'

interface AccoutPageProps {
  /** Destination after a log-in. */
  from?: string | undefined
  walletLogin: ReactNode
  level: ReactNode
}

/** The login page for visitors, the member page for players. Players know the page by its misspelled address. */
export function AccoutPage({ from, walletLogin, level }: AccoutPageProps) {
  const { t } = useLingui()
  const status = useAccountStatus()
  const [isLoading, setIsLoading] = useState(false)
  if (status === 'signed-in') return <MemberPage level={level} />
  if (status === 'signed-out') return <LoginPage from={from} walletLogin={walletLogin} />
  const retry = () => {
    setIsLoading(true)
    void loadUser().finally(() => setIsLoading(false))
  }
  return (
    <EmptyState
      level={1}
      icon={<CircleUser aria-hidden size={26} />}
      title={t`You are logged in`}
      detail={t`Your account appears here as soon as you are connected again.`}
      action={
        <div className="flex flex-wrap justify-center gap-2.5">
          <Button loading={isLoading} onClick={retry}>
            <Trans>Try again</Trans>
          </Button>
          <Link to="/logout" className={buttonClass({ variant: 'ghost' })}>
            <Trans>Logout</Trans>
          </Link>
        </div>
      }
    />
  )
}
