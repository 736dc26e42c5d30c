import { Trans, useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import { CloudOff } from 'lucide-react'
import type { GameSummary } from '#contract/games.ts'
import { errorMessageOf } from '#i18n/error-messages.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'

/** Explains why the catalogue is missing: never loaded and offline, or the call failed. */
export function GamesUnavailable({ query }: { query: UseQueryResult<readonly GameSummary[]> }) {
  const { t, i18n } = useLingui()
  if (query.fetchStatus === 'paused') {
    return (
      <EmptyState
        icon={<CloudOff aria-hidden size={26} />}
        title={t`You are offline`}
        detail={t`The games were never loaded on this device. They appear as soon as you are connected.`}
      />
    )
  }
  return (
    <ErrorState
      title={t`The games did not load`}
      detail={i18n._(errorMessageOf(query.error ?? query.failureReason))}
      action={
        <Button variant="secondary" loading={query.isFetching} onClick={() => void query.refetch()}>
          <Trans>Try again</Trans>
        </Button>
      }
    />
  )
}
