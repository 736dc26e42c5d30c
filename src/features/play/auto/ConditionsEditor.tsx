import { Trans, useLingui } from '@lingui/react/macro'
import { Plus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '#ui/Button.tsx'
import { Heading } from '#ui/Heading.tsx'
import { Text } from '#ui/Text.tsx'
import { MAX_CONDITIONS } from './auto-play.ts'
import { FIRST_CONDITION, type AutoPlayField, type ConditionDraft } from './auto-play-draft.ts'
import { ConditionRow } from './ConditionRow.tsx'

interface ConditionsEditorProps {
  conditions: readonly ConditionDraft[]
  unit: string
  isWrong: (field: AutoPlayField) => boolean
  onChange: (next: (conditions: readonly ConditionDraft[]) => readonly ConditionDraft[]) => void
}

export function ConditionsEditor({ conditions, unit, isWrong, onChange }: ConditionsEditorProps) {
  const { t } = useLingui()
  const list = useRef<HTMLDivElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  const known = useRef(conditions.length)
  const { length } = conditions
  useEffect(() => {
    const before = known.current
    known.current = length
    // The focus goes to a condition that was added; it stays on the list when one was removed.
    if (length > before) list.current?.querySelector<HTMLElement>('fieldset:last-of-type select')?.focus()
    if (length < before) add.current?.focus()
  }, [length])
  const isFull = length >= MAX_CONDITIONS
  return (
    <section className="grid gap-2.5" aria-label={t`Conditions`}>
      <div className="grid gap-0.5">
        <Heading level={3} size="card">
          <Trans>Conditions</Trans>
        </Heading>
        <Text size={3} tone="muted">
          <Trans>
            They are looked at after each bet, from the first to the last. One about an amount acts when it
            becomes true.
          </Trans>
        </Text>
      </div>
      <div ref={list} className="grid gap-2.5 empty:hidden">
        {conditions.map((condition, index) => (
          <ConditionRow
            key={index}
            number={index + 1}
            condition={condition}
            unit={unit}
            wrong={{ when: isWrong(`condition-${index}-when`), then: isWrong(`condition-${index}-then`) }}
            onChange={(change) =>
              onChange((all) => all.map((known, at) => (at === index ? { ...known, ...change } : known)))
            }
            onRemove={() => onChange((all) => all.toSpliced(index, 1))}
          />
        ))}
      </div>
      <Button
        ref={add}
        variant="secondary"
        size="sm"
        className="justify-self-start"
        icon={<Plus aria-hidden size={18} />}
        aria-disabled={isFull}
        onClick={() => isFull || onChange((all) => [...all, FIRST_CONDITION])}
      >
        {isFull ? t`Five conditions at most` : t`Add a condition`}
      </Button>
    </section>
  )
}
