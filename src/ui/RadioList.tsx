import { Check } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import styles from './RadioList.module.css'

export interface RadioOption<T extends string> {
  value: T
  title: ReactNode
  description?: ReactNode
  icon?: ReactNode
  /** Language of the title, if it differs from the page's. */
  lang?: string
}

interface RadioListProps<T extends string> {
  label: string
  options: readonly RadioOption<T>[]
  value: T
  onChange: (value: T) => void
  className?: string
}

/** Rows with native radio buttons. */
export function RadioList<T extends string>({
  label,
  options,
  value,
  onChange,
  className = '',
}: RadioListProps<T>) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className={`grid grid-cols-1 gap-2.5 ${className}`}>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            className="sr-only"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.icon}
          <span className="grid min-w-0">
            <span className="font-700" lang={option.lang}>
              {option.title}
            </span>
            {option.description ? <span className="text-fs-2 text-text-2">{option.description}</span> : null}
          </span>
          <span className={styles.check} aria-hidden>
            <Check size={14} strokeWidth={3} />
          </span>
        </label>
      ))}
    </div>
  )
}
