import { ChevronDown } from 'lucide-react'
import { fieldBoxClass } from '#ui/field-class.ts'

interface FilterSelectProps {
  /** Accessible name. */
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}

/** A filter of a table, as high as its search. */
export function FilterSelect({ label, value, options, onChange }: FilterSelectProps) {
  return (
    <div className={`relative ${fieldBoxClass(false, true)}`}>
      <select
        aria-label={label}
        className="field-input field-select"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden size={16} className="absolute right-3.5 pointer-events-none" />
    </div>
  )
}
