import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '#ui/button-class.ts'
import { EmptyState } from '#ui/EmptyState.tsx'

export function NotFoundPage() {
  const { t } = useLingui()
  return (
    <EmptyState
      level={1}
      title={t`Page not found`}
      detail={t`There is no page at this address. The page may have moved, or the link has a typo.`}
      action={
        <Link to="/" className={buttonClass({ variant: 'primary' })}>
          <Trans>Go to the lobby</Trans>
        </Link>
      }
    />
  )
}
