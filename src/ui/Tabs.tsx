import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import styles from './segmented.module.css'

interface TabsProps<T extends string> {
  /** Accessible name. */
  label: string
  tabs: readonly { id: T; label: ReactNode }[]
  value: T
  onChange: (id: T) => void
  /** Content of the chosen tab. */
  children: ReactNode
  /** `line`: words on a line, on the edge of a card, with room for `trailing` at its end. */
  variant?: 'segmented' | 'line'
  trailing?: ReactNode
  className?: string
}

/** Tabs with roving focus: arrow keys, Home and End move the focus and select at once. */
export function Tabs<T extends string>({
  label,
  tabs,
  value,
  onChange,
  children,
  variant = 'segmented',
  trailing,
  className = '',
}: TabsProps<T>) {
  const id = useId()
  const listRef = useRef<HTMLDivElement>(null)

  const onKeyDown = (event: KeyboardEvent) => {
    const index = tabs.findIndex((tab) => tab.id === value)
    const last = tabs.length - 1
    const target: Partial<Record<string, number>> = {
      ArrowRight: index === last ? 0 : index + 1,
      ArrowLeft: index === 0 ? last : index - 1,
      Home: 0,
      End: last,
    }
    const nextIndex = target[event.key]
    const next = nextIndex === undefined ? undefined : tabs[nextIndex]
    if (nextIndex === undefined || !next) return
    event.preventDefault()
    onChange(next.id)
    listRef.current?.querySelectorAll<HTMLElement>('[role="tab"]')[nextIndex]?.focus()
  }

  const isLine = variant === 'line'
  const list = (
    <div
      ref={listRef}
      role="tablist"
      aria-label={label}
      className={isLine ? styles.line : styles.track}
      onKeyDown={onKeyDown}
    >
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          id={`${id}-${tab.id}`}
          aria-selected={tab.id === value}
          aria-controls={`${id}-panel`}
          tabIndex={tab.id === value ? 0 : -1}
          className={isLine ? styles.word : styles.segment}
          onClick={() => onChange(tab.id)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  )
  return (
    <div className={`grid grid-cols-1 ${isLine ? '' : 'gap-3.5'} ${className}`}>
      {isLine ? (
        <div className={styles.head}>
          {list}
          {trailing}
        </div>
      ) : (
        list
      )}
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`} className="min-w-0">
        {children}
      </div>
    </div>
  )
}
