import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CloudOff, SearchX } from 'lucide-react'
import { ApiError } from '#api/api-error.ts'
import { errorMessageOf } from '#i18n/error-messages.ts'
import { providerGameQuery } from '#queries/provider-games.queries.ts'
import { Button } from '#ui/Button.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { PlayButtons } from './PlayButtons.tsx'
import { ProviderGameInfo } from './ProviderGameInfo.tsx'
import styles from './page.module.css'

export function ProviderGamePage({ provider, code }: { provider: string; code: string }) {
  const { t, i18n } = useLingui()
  const query = useQuery(providerGameQuery(provider, code))
  const { data, error, fetchStatus, isFetching, refetch } = query
  const allGames = (
    <Link to="/games" className={buttonClass({ variant: 'secondary' })}>
      <Trans>All games</Trans>
    </Link>
  )
  const isUnknown = error instanceof ApiError && (error.status === 404 || error.status === 400)
  if (isUnknown) {
    return (
      <EmptyState
        level={1}
        icon={<SearchX aria-hidden size={26} />}
        title={t`Game not found`}
        detail={t`There is no game at this address. It may have been removed, or the link has a typo.`}
        action={allGames}
      />
    )
  }
  if (data) return <ProviderGameInfo game={data} play={<PlayButtons game={data} />} />
  if (fetchStatus === 'paused') {
    return (
      <EmptyState
        level={1}
        icon={<CloudOff aria-hidden size={26} />}
        title={t`You are offline`}
        detail={t`This game was never opened on this device. It loads as soon as you are connected.`}
        action={allGames}
      />
    )
  }
  if (error) {
    return (
      <ErrorState
        level={1}
        title={t`This game did not load`}
        detail={i18n._(errorMessageOf(error))}
        action={
          <Button variant="secondary" loading={isFetching} onClick={() => void refetch()}>
            <Trans>Try again</Trans>
          </Button>
        }
      />
    )
  }
  return (
    <div className={styles.page} aria-busy>
      <VisuallyHidden>
        <h1>{t`Game`}</h1>
      </VisuallyHidden>
      <div className={styles.head}>
        <Skeleton shape="box" height="13rem" />
        <Skeleton shape="box" height="7rem" />
      </div>
      <div className={styles.body}>
        <Skeleton shape="box" height="12.5rem" />
      </div>
    </div>
  )
}
