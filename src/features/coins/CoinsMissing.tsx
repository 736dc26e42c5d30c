import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { errorMessageOf } from '#i18n/error-messages.ts'
import { coinsQuery } from '#queries/coins.queries.ts'
import { Button } from '#ui/Button.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { listRowClass } from '#ui/list-row-class.ts'
import { Skeleton } from '#ui/Skeleton.tsx'
import styles from './coins.module.css'

/** Stands in for the coins while they load, and says what to do when they do not. */
export function CoinsMissing() {
  const { t, i18n } = useLingui()
  const { error, fetchStatus, refetch } = useQuery(coinsQuery)
  if (error === null && fetchStatus !== 'paused') {
    return (
      <div aria-busy="true" role="status" aria-label={t`Loading coins`}>
        {Array.from({ length: 6 }, (_, index) => (
          <div
            key={index}
            className={`${listRowClass({ variant: 'plain', interactive: false })} ${styles.row}`}
          >
            <Skeleton shape="circle" width={34} height={34} />
            <div className="grid flex-1 gap-2">
              <Skeleton width={64} />
              <Skeleton width={48} />
            </div>
            <Skeleton width={56} />
          </div>
        ))}
      </div>
    )
  }
  return (
    <ErrorState
      level={3}
      title={t`Coins did not load`}
      detail={
        error === null
          ? t`You are offline, and no coins are saved on this device.`
          : i18n._(errorMessageOf(error))
      }
      action={
        <Button variant="secondary" onClick={() => void refetch()}>
          <Trans>Try again</Trans>
        </Button>
      }
    />
  )
}
