import { useId, type ComponentProps, type ReactNode } from 'react'
import { fieldBoxClass } from './field-class.ts'

interface TextFieldProps extends ComponentProps<'input'> {
  label: string
  hint?: ReactNode
  /** What is wrong and how to put it right; marks the field as invalid. */
  error?: string
  icon?: ReactNode
  /** A unit, a button or the like at the end of the box. */
  trailing?: ReactNode
}

export function TextField({
  label,
  hint,
  error,
  icon,
  trailing,
  id,
  className = '',
  ...rest
}: TextFieldProps) {
  const ownId = useId()
  const inputId = id ?? ownId
  const hintId = `${inputId}-hint`
  const errorId = `${inputId}-error`
  const described = [rest['aria-describedby'], hint ? hintId : '', error ? errorId : '']
    .filter(Boolean)
    .join(' ')
  return (
    <div className={`grid grid-cols-1 gap-1.5 ${className}`}>
      <label htmlFor={inputId} className="text-fs-3 font-650 text-text-2">
        {label}
      </label>
      <div className={fieldBoxClass(error !== undefined && error !== '')}>
        {icon}
        <input
          {...rest}
          id={inputId}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
          className="field-input"
        />
        {trailing}
      </div>
      {hint ? (
        <p id={hintId} className="text-fs-2 text-text-3">
          {hint}
        </p>
      ) : null}
      <p id={errorId} role="alert" className={error ? 'text-fs-2 font-650 text-danger' : 'hidden'}>
        {error}
      </p>
    </div>
  )
}
