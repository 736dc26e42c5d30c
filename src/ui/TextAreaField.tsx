import { useId, type ComponentProps, type ReactNode } from 'react'
import { fieldBoxClass } from './field-class.ts'

interface TextAreaFieldProps extends ComponentProps<'textarea'> {
  label: string
  hint?: ReactNode
  /** What is wrong and how to put it right; marks the field as invalid. */
  error?: string | undefined
}

/** A text of several lines. */
export function TextAreaField({
  label,
  hint,
  error,
  id,
  className = '',
  rows = 3,
  ...rest
}: TextAreaFieldProps) {
  const ownId = useId()
  const areaId = id ?? ownId
  const hintId = `${areaId}-hint`
  const errorId = `${areaId}-error`
  const described = [hint ? hintId : '', error ? errorId : ''].filter(Boolean).join(' ')
  return (
    <div className={`grid grid-cols-1 gap-1.5 ${className}`}>
      <label htmlFor={areaId} className="text-fs-3 font-650 text-text-2">
        {label}
      </label>
      <div className={fieldBoxClass(Boolean(error))}>
        <textarea
          {...rest}
          id={areaId}
          rows={rows}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
          className="field-input py-2.5 resize-y"
        />
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
