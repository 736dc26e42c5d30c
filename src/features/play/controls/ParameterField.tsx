import { useId, useState, type CSSProperties } from 'react'
import { useNumberWords } from '#i18n/use-number-words.ts'
import { numberInput } from '#ui/number-input.ts'
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
  /** A count, without decimals. */
  isWhole?: boolean
}

/** A figure of the game that can be typed. While it has the focus it keeps what was typed; then it shows the value. */
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
