import { useId, type ReactNode } from 'react'

interface FieldWords {
  id?: string | undefined
  hint?: ReactNode
  error?: string | undefined
  /** Ids of what describes the control besides. */
  describedBy?: string | undefined
}

/** Ties a control to its label, its hint and what is wrong with it. */
export function useFieldIds({ id, hint, error, describedBy }: FieldWords) {
  const ownId = useId()
  const controlId = id ?? ownId
  const hintId = `${controlId}-hint`
  const errorId = `${controlId}-error`
  const described = [describedBy, hint ? hintId : '', error ? errorId : ''].filter(Boolean).join(' ')
  return {
    hintId,
    errorId,
    /** For the control itself. */
    control: {
      id: controlId,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': described || undefined,
    },
  }
}
