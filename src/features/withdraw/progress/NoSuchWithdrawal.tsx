import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { buttonClass } from '#ui/button-class.ts'
import { EmptyState } from '#ui/EmptyState.tsx'

/** For a number that is nobody's, or another player's. */
export function NoSuchWithdrawal() {
  const { t } = useLingui()
  return (
    <EmptyState
      level={3}
      icon={<SearchX aria-hidden size={26} />}
      title={t`Withdrawal not found`}
      detail={t`The number has a typo, or the withdrawal belongs to another account.`}
      action={
        <Link to="/history" search={{ view: 'money' }} className={buttonClass({ variant: 'secondary' })}>
          <Trans>Open the money history</Trans>
        </Link>
      }
    />
  )
}
