import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { errorMessage } from '#i18n/error-messages.ts'
import { Button } from '#ui/Button.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { ErrorState } from '#ui/ErrorState.tsx'

/** Refusals that follow from the player's own settings: trying again does not help. */
const OWN_RULES = new Set(['break_active', 'limit_reached'])

interface AddressRefusedProps {
  code: string
  /** Shows a button to try again. */
  onRetry?: () => void
}

export function AddressRefused({ code, onRetry }: AddressRefusedProps) {
  const { t, i18n } = useLingui()
  const isOwnRule = OWN_RULES.has(code)
  return (
    <ErrorState
      level={3}
      title={isOwnRule ? t`No deposits for now` : t`The address did not load`}
      detail={
        code === 'limit_reached'
          ? t`You have reached your deposit limit. It starts again by itself.`
          : code === 'network'
            ? t`You are offline. Koi shows your address only when it can check that it is yours.`
            : i18n._(errorMessage(code))
      }
      action={
        isOwnRule ? (
          <Link to="/responsible-play" className={buttonClass({ variant: 'secondary' })}>
            <Trans>See limits and breaks</Trans>
          </Link>
        ) : onRetry ? (
          <Button variant="secondary" onClick={onRetry}>
            <Trans>Try again</Trans>
          </Button>
        ) : undefined
      }
    />
  )
}
