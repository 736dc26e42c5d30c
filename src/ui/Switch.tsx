import { useId, type ComponentProps, type ReactNode } from 'react'
import styles from './Switch.module.css'
import { TextElements } from './TextElements.tsx'

interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'role'> {
  label: ReactNode
  description?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Takes effect at once; the whole row can be clicked. */
export function Switch({ label, description, onChange, className = '', ...rest }: SwitchProps) {
  const descriptionId = useId()
  return (
    <label className={`${styles.row} ${className}`}>
      <span className="grid gap-0.5 min-w-0">
        <TextElements>{label}</TextElements>
        {description ? (
          <span id={descriptionId} className="text-fs-2 font-500 text-text-2">
            {description}
          </span>
        ) : null}
      </span>
      <input
        {...rest}
        type="checkbox"
        role="switch"
        aria-describedby={description ? descriptionId : undefined}
        className={styles.switch}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  )
}
