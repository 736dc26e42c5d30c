import { useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import type { GiftWheel } from '#contract/gift-wheel.ts'
import { AnswerMissing } from '#ui/AnswerMissing.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { WheelPanel } from './WheelPanel.tsx'

/** While what has gathered is not known. */
export function MissingWheel({ query }: { query: UseQueryResult<GiftWheel> }) {
  const { t } = useLingui()
  const isLoading = query.error === null && query.fetchStatus !== 'paused'
  return (
    <WheelPanel>
      {isLoading ? (
        <div aria-busy="true">
          <Skeleton shape="box" height={112} />
        </div>
      ) : (
        <AnswerMissing
          query={query}
          level={3}
          title={t`What has gathered did not load`}
          offline={t`You are offline, and it is not saved on this device.`}
        />
      )}
    </WheelPanel>
  )
}
