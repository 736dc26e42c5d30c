import type { ReactNode } from 'react'
import { parameterClass } from '#ui/play/parameter-class.ts'
import { SegmentedControl } from '#ui/SegmentedControl.tsx'

interface ParameterChoiceProps<T extends string> {
  label: string
  options: readonly { value: T; label: ReactNode }[]
  value: T
  isLocked?: boolean
  onChoose: (value: T) => void
}

/** Longer lists hold short figures. */
const FEW = 4

export function ParameterChoice<T extends string>(props: ParameterChoiceProps<T>) {
  const { label, options, value, isLocked = false, onChoose } = props
  return (
    <div className={parameterClass.choiceCard}>
      <span className={parameterClass.label} aria-hidden>
        {label}
      </span>
      <SegmentedControl
        label={label}
        className={options.length > FEW ? parameterClass.manyChoices : parameterClass.choices}
        options={options.map((option) => ({ ...option, disabled: isLocked }))}
        value={value}
        onChange={onChoose}
      />
    </div>
  )
}
