import type { ComponentProps, ReactNode } from 'react'
import styles from './Checkbox.module.css'
import { FieldNotes } from './FieldNotes.tsx'
import { useFieldIds } from './use-field-ids.ts'

interface CheckboxFieldProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode
  hint?: ReactNode
  /** Says what is wrong and how to correct it; marks the field as invalid. */
  error?: string | undefined
}

/** For agreements in a form. A setting that takes effect at once is a `Switch`. */
export function CheckboxField({ label, hint, error, id, className = '', ...rest }: CheckboxFieldProps) {
  const { control, hintId, errorId } = useFieldIds({ id, hint, error })
  return (
    <div className={`grid grid-cols-1 ${className}`}>
      <label className={styles.row} htmlFor={control.id}>
        <input {...rest} {...control} type="checkbox" className={styles.box} />
        <span className="min-w-0 pt-0.5">{label}</span>
      </label>
      <FieldNotes hint={hint} error={error} hintId={hintId} errorId={errorId} className="pl-9" />
    </div>
  )
}
