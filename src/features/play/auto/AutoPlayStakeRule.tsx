import { useLingui } from '@lingui/react/macro'
import { SegmentedControl } from '#ui/SegmentedControl.tsx'
import { Text } from '#ui/Text.tsx'
import { NumberField } from '#ui/NumberField.tsx'
import type { StakeRule } from './auto-play.ts'

interface AutoPlayStakeRuleProps {
  /** "After a win" or "After a loss". */
  label: string
  rule: StakeRule['type']
  /** As typed. */
  percent: string
  isWrong: boolean
  onRule: (rule: StakeRule['type']) => void
  onPercent: (percent: string) => void
}

export function AutoPlayStakeRule(props: AutoPlayStakeRuleProps) {
  const { label, rule, percent, isWrong, onRule, onPercent } = props
  const { t } = useLingui()
  return (
    <div className="grid gap-2">
      <Text as="span" size={3} weight={650} tone="muted" aria-hidden>
        {label}
      </Text>
      <SegmentedControl
        label={label}
        value={rule}
        onChange={onRule}
        options={[
          { value: 'keep', label: t`Keep` },
          { value: 'reset', label: t`Reset` },
          { value: 'raise', label: t`Raise` },
        ]}
      />
      {rule === 'raise' ? (
        <NumberField
          label={t`${label}, raise by`}
          maxLength={9}
          trailing="%"
          value={percent}
          error={isWrong ? t`Enter a percentage such as 50 or 100.` : ''}
          onChange={(event) => onPercent(event.target.value)}
        />
      ) : null}
    </div>
  )
}
