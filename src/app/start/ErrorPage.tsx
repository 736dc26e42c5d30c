import { Trans, useLingui } from '@lingui/react/macro'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useRouter } from '@tanstack/react-router'
import { useChunkRecovery } from '#features/install/update/use-chunk-recovery.ts'
import { Button } from '#ui/Button.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'

/** Replaces a page that failed to load or render; the shell around it keeps working. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const { t } = useLingui()
  const router = useRouter()
  const isRecovering = useChunkRecovery(error)
  const retry = () => {
    reset()
    void router.invalidate()
  }
  if (isRecovering) return null
  return (
    <ErrorState
      level={1}
      title={t`This page did not load`}
      detail={t`Something went wrong on our side. Try again, or open another page.`}
      action={
        <Button variant="secondary" onClick={retry}>
          <Trans>Try again</Trans>
        </Button>
      }
    />
  )
}
