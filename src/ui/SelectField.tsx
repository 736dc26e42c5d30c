import { ChevronDown } from 'lucide-react'
import { useId, type ComponentProps, type ReactNode } from 'react'
import { fieldBoxClass } from './field-class.ts'

interface SelectFieldProps extends ComponentProps<'select'> {
  label: string
  options: readonly { value: string; label: string }[]
  /** Stands for the empty choice. */
  placeholder?: string
  hint?: ReactNode
  /** What is wrong and how to put it right; marks the field as invalid. */
  error?: string | undefined
}

/** One of many, in the system's own list. */
export function SelectField({
  label,
  options,
  placeholder,
  hint,
  error,
  id,
  className = '',
  ...rest
}: SelectFieldProps) {
  const ownId = useId()
  const selectId = id ?? ownId
  const hintId = `${selectId}-hint`
  const errorId = `${selectId}-error`
  const described = [hint ? hintId : '', error ? errorId : ''].filter(Boolean).join(' ')
  return (
    <div className={`grid grid-cols-1 gap-1.5 ${className}`}>
      <label htmlFor={selectId} className="text-fs-3 font-650 text-text-2">
        {label}
      </label>
      <div className={`relative ${fieldBoxClass(Boolean(error))}`}>
        <select
          {...rest}
          id={selectId}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
          className="field-input field-select"
        >
          {placeholder === undefined ? null : <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden size={18} className="absolute right-3.5 pointer-events-none" />
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
