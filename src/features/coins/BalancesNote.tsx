import { Trans, useLingui } from '@lingui/react/macro'
import { CloudOff, LogIn } from 'lucide-react'
import { errorMessageOf } from '#i18n/error-messages.ts'
import { useBalances } from '#queries/use-balances.ts'
import { useAccountStatus } from '#session/use-account-status.ts'
import { Button } from '#ui/Button.tsx'
import { Note } from '#ui/Note.tsx'

/** Why balances are zero or missing, and the way to them; nothing when they are there. */
export function BalancesNote() {
  const { i18n } = useLingui()
  const { data, error, fetchStatus, isFetching, refetch } = useBalances()
  if (useAccountStatus() === 'signed-out') {
    return (
      <Note icon={<LogIn aria-hidden size={16} />}>
        <Trans>You are not logged in, so every balance is zero.</Trans>
      </Note>
    )
  }
  const isOffline = fetchStatus === 'paused'
  if (data !== undefined || (error === null && !isOffline)) return null
  return (
    <div role="status" className="flex flex-wrap items-center justify-between gap-2">
      <Note icon={<CloudOff aria-hidden size={16} />} tone="warning">
        {isOffline ? (
          <Trans>You are offline, and your balances were never loaded on this device.</Trans>
        ) : (
          i18n._(errorMessageOf(error))
        )}
      </Note>
      {isOffline ? null : (
        <Button variant="secondary" loading={isFetching} onClick={() => void refetch()}>
          <Trans>Try again</Trans>
        </Button>
      )}
    </div>
  )
}
