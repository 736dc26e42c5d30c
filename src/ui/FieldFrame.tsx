import type { ReactNode } from 'react'
import { fieldBoxClass } from './field-class.ts'
import { FieldNotes } from './FieldNotes.tsx'
import { useFieldIds } from './use-field-ids.ts'

export interface FieldFrameProps {
  label: string
  hint?: ReactNode
  /** Says what is wrong and how to correct it; marks the field as invalid. */
  error?: string | undefined
  id?: string | undefined
  className?: string | undefined
}

interface OwnProps extends FieldFrameProps {
  describedBy?: string | undefined
  boxClass?: string
  /** Renders the control with the props that connect it to label, hint and error. */
  children: (control: ReturnType<typeof useFieldIds>['control']) => ReactNode
}

export function FieldFrame({ label, className = '', boxClass = '', children, ...words }: OwnProps) {
  const { hint, error } = words
  const { control, hintId, errorId } = useFieldIds(words)
  return (
    <div className={`grid grid-cols-1 gap-1.5 ${className}`}>
      <label htmlFor={control.id} className="text-fs-3 font-650 text-text-2">
        {label}
      </label>
      <div className={`${boxClass} ${fieldBoxClass(Boolean(error))}`}>{children(control)}</div>
      <FieldNotes hint={hint} error={error} hintId={hintId} errorId={errorId} />
    </div>
  )
}
