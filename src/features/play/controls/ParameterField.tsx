import { useId, useState, type CSSProperties } from 'react'
import { parameterClass } from '#ui/play/parameter-class.ts'
import styles from '#features/play/play.module.css'

interface ParameterFieldProps {
  label: string
  /** The value as it is now, without its unit. */
  value: string
  /** Stands behind the value: `×`, `%`. */
  unit?: string
  /** Takes what is typed, letter by letter; what it does not understand changes nothing. */
  onType: (text: string) => void
  isLocked?: boolean
  inputMode?: 'decimal' | 'numeric'
}

/** A figure of the game that can be typed. While it has the focus it keeps what was typed; then it shows the value. */
export function ParameterField({
  label,
  value,
  unit,
  onType,
  isLocked = false,
  inputMode = 'decimal',
}: ParameterFieldProps) {
  const id = useId()
  const [draft, setDraft] = useState<string>()
  const shown = draft ?? value
  return (
    <div className={parameterClass.fieldCard}>
      <label htmlFor={id} className={parameterClass.label}>
        {label}
      </label>
      <span className={parameterClass.value}>
        <input
          id={id}
          className={`${parameterClass.input} ${styles.fitted}`}
          value={shown}
          inputMode={inputMode}
          enterKeyHint="done"
          autoComplete="off"
          maxLength={16}
          readOnly={isLocked}
          style={{ '--letters': shown.length } as CSSProperties}
          onFocus={(event) => event.target.select()}
          onChange={(event) => {
            setDraft(event.target.value)
            onType(event.target.value)
          }}
          onBlur={() => setDraft(undefined)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') setDraft(undefined)
          }}
        />
        {unit === undefined ? null : <span aria-hidden>{unit}</span>}
      </span>
    </div>
  )
}
