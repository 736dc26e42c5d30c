import { useLingui } from '@lingui/react/macro'
import { Trash2 } from 'lucide-react'
import { Card } from '#ui/Card.tsx'
import { Heading } from '#ui/Heading.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { NumberField } from '#ui/NumberField.tsx'
import { isAboutAmount, type ConditionAction } from './auto-play-conditions.ts'
import type { ConditionDraft } from './auto-play-draft.ts'
import styles from './auto-play.module.css'

interface ConditionRowProps {
  /** From 1. */
  number: number
  condition: ConditionDraft
  /** Stands behind amounts. */
  unit: string
  wrong: { when: boolean; then: boolean }
  onChange: (change: Partial<ConditionDraft>) => void
  onRemove: () => void
}

export function ConditionRow({ number, condition, unit, wrong, onChange, onRemove }: ConditionRowProps) {
  const { t } = useLingui()
  const { when, then } = condition
  const triggers: Record<ConditionDraft['when'], string> = {
    'wins-in-a-row': t`Wins in a row`,
    'losses-in-a-row': t`Losses in a row`,
    'every-bets': t`Every nth bet`,
    'every-wins': t`Every nth win`,
    'every-losses': t`Every nth loss`,
    'balance-above': t`Balance above`,
    'balance-below': t`Balance below`,
    'profit-above': t`Profit above`,
    'loss-above': t`Loss above`,
  }
  const actions: Record<ConditionAction['type'], string> = {
    stop: t`Stop auto-play`,
    reset: t`Back to the starting amount`,
    raise: t`Raise the amount`,
    lower: t`Lower the amount`,
    set: t`Set the amount`,
  }
  const optionsOf = (names: Record<string, string>) =>
    Object.entries(names).map(([value, label]) => ({ value, label }))
  const typed = { maxLength: 24 }
  const amountError = t`Enter an amount such as 25.00.`
  return (
    <Card as="fieldset" className="min-w-0" aria-label={t`Condition ${number}`}>
      <div className="flex items-center justify-between gap-2">
        <Heading level={4} size="card" aria-hidden>
          {t`Condition ${number}`}
        </Heading>
        <IconButton variant="plain" label={t`Remove condition ${number}`} onClick={onRemove}>
          <Trash2 aria-hidden size={19} />
        </IconButton>
      </div>
      <div className={styles.condition}>
        <SelectField
          label={t`If`}
          options={optionsOf(triggers)}
          value={when}
          onChange={(event) => onChange({ when: event.target.value as ConditionDraft['when'] })}
        />
        {isAboutAmount(when) ? (
          <NumberField
            {...typed}
            label={t`Amount`}
            trailing={unit}
            value={condition.amount}
            error={wrong.when ? amountError : ''}
            onChange={(event) => onChange({ amount: event.target.value })}
          />
        ) : (
          <NumberField
            {...typed}
            label={t`How many`}
            isWhole
            value={condition.count}
            error={wrong.when ? t`Enter a number from 1 to 10,000.` : ''}
            onChange={(event) => onChange({ count: event.target.value })}
          />
        )}
        <SelectField
          label={t`Then`}
          options={optionsOf(actions)}
          value={then}
          onChange={(event) => onChange({ then: event.target.value as ConditionDraft['then'] })}
        />
        {then === 'set' ? (
          <NumberField
            {...typed}
            label={t`To`}
            trailing={unit}
            value={condition.stake}
            error={wrong.then ? amountError : ''}
            onChange={(event) => onChange({ stake: event.target.value })}
          />
        ) : then === 'raise' || then === 'lower' ? (
          <NumberField
            {...typed}
            label={t`By`}
            trailing="%"
            value={condition.percent}
            error={
              wrong.then
                ? then === 'raise'
                  ? t`Enter a percentage such as 50 or 100.`
                  : t`Enter a percentage below 100.`
                : ''
            }
            onChange={(event) => onChange({ percent: event.target.value })}
          />
        ) : null}
      </div>
    </Card>
  )
}
