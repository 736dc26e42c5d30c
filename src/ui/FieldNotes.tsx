import type { ReactNode } from 'react'

interface FieldNotesProps {
  hint?: ReactNode
  error?: string | undefined
  hintId: string
  errorId: string
  /** Position relative to the control. */
  className?: string
}

/** Hint and error below a control; the error is announced when it appears. */
export function FieldNotes({ hint, error, hintId, errorId, className = '' }: FieldNotesProps) {
  return (
    <>
      {hint ? (
        <p id={hintId} className={`${className} text-fs-2 text-text-3`}>
          {hint}
        </p>
      ) : null}
      <p
        id={errorId}
        role="alert"
        className={error ? `${className} text-fs-2 font-650 text-danger` : 'hidden'}
      >
        {error}
      </p>
    </>
  )
}
