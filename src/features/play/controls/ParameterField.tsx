import { useId, useState, type CSSProperties } from 'react'
import { useNumberWords } from '#i18n/use-number-words.ts'
import { numberInput } from '#ui/number-input.ts'
import { parameterClass } from '#ui/play/parameter-class.ts'
import styles from '#features/play/play.module.css'

interface ParameterFieldProps {
  label: string
  value: string
  /** Stands behind the value: `×`, `%`. */
  unit?: string
  /** Called with each letter; text that is no value changes nothing. */
  onType: (text: string) => void
  isLocked?: boolean
  isWhole?: boolean
}

/** Keeps the typed text while it has the focus, and shows the value afterwards. */
export function ParameterField({
  label,
  value,
  unit,
  onType,
  isLocked = false,
  isWhole = false,
}: ParameterFieldProps) {
  const id = useId()
  const [draft, setDraft] = useState<string>()
  const shown = draft ?? value
  const numberWords = useNumberWords(draft ?? '', isWhole)
  return (
    <div className={parameterClass.fieldCard}>
      <label htmlFor={id} className={numberWords ? parameterClass.problem : parameterClass.label}>
        <span key={numberWords} role={numberWords && 'alert'}>
          {numberWords ?? label}
        </span>
      </label>
      <span className={parameterClass.value}>
        <input
          id={id}
          className={`${parameterClass.input} ${styles.fitted}`}
          value={shown}
          {...numberInput(shown, isWhole)}
          aria-label={label}
          aria-invalid={Boolean(numberWords)}
          enterKeyHint="done"
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
