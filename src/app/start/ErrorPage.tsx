import { Trans, useLingui } from '@lingui/react/macro'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { Button } from '#ui/Button.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { useEffect, useState } from 'react'
import { connection } from '#api/connection.ts'
import { isRecoverable, recoverFromMissingChunk } from '#features/install/update/chunk-recovery.ts'

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

/** For the error page: true if the page is about to reload because code is missing, so that nothing need be shown. */
function useChunkRecovery(error: unknown): boolean {
  const [isRecovering, setIsRecovering] = useState(() => isRecoverable(error))
  // The code may be missing only because the server was away.
  useEffect(() => connection.subscribe(() => isRecoverable(error) && setIsRecovering(true)), [error])
  useEffect(() => {
    if (!isRecovering) return
    void recoverFromMissingChunk(error).then((isReloading) => {
      if (!isReloading) setIsRecovering(false)
    })
  }, [error, isRecovering])
  return isRecovering
}
