import { useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import type { GiftWheel } from '#contract/gift-wheel.ts'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { WheelPanel } from './WheelPanel.tsx'

/** While what has gathered is not known. */
export function MissingWheel({ query }: { query: UseQueryResult<GiftWheel> }) {
  const { t } = useLingui()
  return (
    <WheelPanel>
      <AnswerGate
        query={query}
        skeleton={<Skeleton shape="box" height={112} />}
        part={{
          level: 3,
          title: t`What has gathered did not load`,
          offline: t`What has gathered is not saved on this device.`,
        }}
      >
        {() => null}
      </AnswerGate>
    </WheelPanel>
  )
}
