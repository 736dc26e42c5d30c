import { useLingui } from '@lingui/react/macro'
import { Search, X } from 'lucide-react'
import { useRef, type ComponentProps } from 'react'
import { fieldBoxClass } from './field-class.ts'

interface SearchFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'onSubmit' | 'value'> {
  /** Accessible name, and the default placeholder. */
  label: string
  value: string
  onChange: (value: string) => void
  /** Called by the clear button, after `onChange('')`. */
  onClear?: () => void
  /** Called by Enter. */
  onSubmit?: (value: string) => void
  /** 40 px instead of 46 px high, for the top bar. */
  compact?: boolean
}

export function SearchField({
  label,
  value,
  onChange,
  onClear,
  onSubmit,
  compact = false,
  placeholder = label,
  className = '',
  ...rest
}: SearchFieldProps) {
  const { t } = useLingui()
  const ref = useRef<HTMLInputElement>(null)
  const clear = () => {
    onChange('')
    onClear?.()
    ref.current?.focus()
  }
  return (
    <form
      role="search"
      className={`${fieldBoxClass(false, compact)} ${className}`}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit?.(value)
      }}
    >
      <Search aria-hidden size={18} />
      <input
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        {...rest}
        ref={ref}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="field-input"
      />
      {value === '' ? null : (
        <button
          type="button"
          aria-label={t`Clear search`}
          className="tap grid place-items-center size-7 -mr-1.5 rounded-full bg-surface-1 text-text-2 hover:text-text"
          onClick={clear}
        >
          <X aria-hidden size={15} />
        </button>
      )}
    </form>
  )
}
