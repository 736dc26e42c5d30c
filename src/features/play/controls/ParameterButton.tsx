import type { ReactNode } from 'react'
import { parameterClass } from '#ui/play/parameter-class.ts'
import { TextElements } from '#ui/TextElements.tsx'

interface ParameterButtonProps {
  label: ReactNode
  value: ReactNode
  /** An icon of 15 px with `aria-hidden` that says what a tap does. */
  icon?: ReactNode
  /** Says what a tap does; the label and value are read before it. */
  hint: string
  isLocked?: boolean
  onPress: () => void
}

export function ParameterButton({
  label,
  value,
  icon,
  hint,
  isLocked = false,
  onPress,
}: ParameterButtonProps) {
  return (
    <button type="button" className={`press ${parameterClass.card}`} disabled={isLocked} onClick={onPress}>
      <span className={parameterClass.label}>
        <TextElements>{label}</TextElements>
        {icon}
      </span>
      <span className={`${parameterClass.value} num`}>{value}</span>
      <span className="sr-only">{hint}</span>
    </button>
  )
}
