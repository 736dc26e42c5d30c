import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#ui/Button.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'

/** Also shown when the code of a page did not arrive, for example after an update. */
export function BrokenPage() {
  const { t } = useLingui()
  return (
    <ErrorState
      level={1}
      title={t`This page cannot be shown`}
      detail={t`Its code did not arrive, or it met something unexpected. Load the console again.`}
      action={
        <Button variant="secondary" onClick={() => window.location.reload()}>
          <Trans>Load again</Trans>
        </Button>
      }
    />
  )
}
