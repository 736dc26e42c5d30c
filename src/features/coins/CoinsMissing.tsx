import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { coinsQuery } from '#queries/coins.queries.ts'
import { AnswerMissing } from '#ui/AnswerMissing.tsx'
import { listRowClass } from '#ui/list-row-class.ts'
import { Skeleton } from '#ui/Skeleton.tsx'
import styles from './coins.module.css'

/** Replaces the coins while they load or if loading failed. */
export function CoinsMissing() {
  const { t } = useLingui()
  const query = useQuery(coinsQuery)
  if (query.error === null && query.fetchStatus !== 'paused') {
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
    <AnswerMissing
      query={query}
      level={3}
      title={t`Coins did not load`}
      offline={t`You are offline, and no coins are saved on this device.`}
    />
  )
}
