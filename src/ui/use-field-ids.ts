import { useId, type ReactNode } from 'react'

interface FieldWords {
  id?: string | undefined
  hint?: ReactNode
  error?: string | undefined
  /** Ids of additional descriptions of the control. */
  describedBy?: string | undefined
}

/** Connects a control to its label, hint and error. */
export function useFieldIds({ id, hint, error, describedBy }: FieldWords) {
  const ownId = useId()
  const controlId = id ?? ownId
  const hintId = `${controlId}-hint`
  const errorId = `${controlId}-error`
  const described = [describedBy, hint ? hintId : '', error ? errorId : ''].filter(Boolean).join(' ')
  return {
    hintId,
    errorId,
    /** Props of the control. */
    control: {
      id: controlId,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': described || undefined,
    },
  }
}
