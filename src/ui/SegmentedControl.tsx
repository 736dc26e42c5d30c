import { useId, type ReactNode } from 'react'
import styles from './segmented.module.css'
import { TextElements } from './TextElements.tsx'

interface SegmentedControlProps<T extends string> {
  label: string
  options: readonly { value: T; label: ReactNode; disabled?: boolean }[]
  value: T
  onChange: (value: T) => void
  className?: string
}

/** Two to four choices side by side. Native radio buttons, so the arrow keys work. */
export function SegmentedControl<T extends string>(props: SegmentedControlProps<T>) {
  const { label, options, value, onChange, className = '' } = props
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className={`${styles.track} ${className}`}>
      {options.map((option) => (
        <label key={option.value} className={styles.segment}>
          <input
            type="radio"
            className="sr-only"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          <TextElements>{option.label}</TextElements>
        </label>
      ))}
    </div>
  )
}
