import { useId, type ComponentProps, type ReactNode } from 'react'
import styles from './Checkbox.module.css'

interface CheckboxFieldProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode
  hint?: ReactNode
  /** What is wrong and how to put it right; marks the field as invalid. */
  error?: string
}

/** Something to agree to in a form; for what takes effect at once there is `Switch`. */
export function CheckboxField({ label, hint, error, id, className = '', ...rest }: CheckboxFieldProps) {
  const ownId = useId()
  const inputId = id ?? ownId
  const hintId = `${inputId}-hint`
  const errorId = `${inputId}-error`
  const described = [hint ? hintId : '', error ? errorId : ''].filter(Boolean).join(' ')
  return (
    <div className={`grid grid-cols-1 ${className}`}>
      <label className={styles.row} htmlFor={inputId}>
        <input
          {...rest}
          id={inputId}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
          className={styles.box}
        />
        <span className="min-w-0 pt-0.5">{label}</span>
      </label>
      {hint ? (
        <p id={hintId} className="pl-9 text-fs-2 text-text-3">
          {hint}
        </p>
      ) : null}
      <p id={errorId} role="alert" className={error ? 'pl-9 text-fs-2 font-650 text-danger' : 'hidden'}>
        {error}
      </p>
    </div>
  )
}
