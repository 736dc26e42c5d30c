import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from './Button.tsx'
import { ErrorState } from './ErrorState.tsx'

/** In place of a part of a page whose code did not arrive. */
export function PartMissing({ onRetry }: { onRetry: () => void }) {
  const { t } = useLingui()
  return (
    <ErrorState
      level={3}
      title={t`This part did not load`}
      detail={<Trans>Check your connection, then try again.</Trans>}
      action={
        <Button variant="secondary" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      }
    />
  )
}
