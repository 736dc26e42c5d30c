import { useLingui } from '@lingui/react/macro'
import type { Period } from '#contract/public-play.ts'
import { SegmentedControl } from '#ui/SegmentedControl.tsx'

interface PeriodChoiceProps {
  value: Period
  onChange: (period: Period) => void
}

/** Of which days a list is. */
export function PeriodChoice({ value, onChange }: PeriodChoiceProps) {
  const { t } = useLingui()
  return (
    <SegmentedControl
      label={t`Period`}
      options={[
        { value: 'day', label: t`Today (UTC)` },
        { value: 'week', label: t`7 days` },
      ]}
      value={value}
      onChange={onChange}
    />
  )
}
