import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { FieldFrame, type FieldFrameProps } from './FieldFrame.tsx'

interface SelectFieldProps extends FieldFrameProps, Omit<ComponentProps<'select'>, keyof FieldFrameProps> {
  options: readonly { value: string; label: string }[]
  /** Label of the empty choice. */
  placeholder?: string
}

/** Uses the system's own list. */
export function SelectField({
  label,
  options,
  placeholder,
  hint,
  error,
  id,
  className,
  ...rest
}: SelectFieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} id={id} className={className} boxClass="relative">
      {(control) => (
        <>
          <select {...rest} {...control} className="field-input field-select">
            {placeholder === undefined ? null : <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown aria-hidden size={18} className="absolute right-3.5 pointer-events-none" />
        </>
      )}
    </FieldFrame>
  )
}
