import type { MouseEventHandler } from 'react'
import { listRowClass, type ListRowLook } from './list-row-class.ts'
import { ListRowContent, type ListRowContentProps } from './ListRowContent.tsx'

interface ListRowProps extends Omit<ListRowLook, 'interactive'>, ListRowContentProps {
  /** Makes the row a button. */
  onClick?: MouseEventHandler<HTMLButtonElement>
  disabled?: boolean
  className?: string
  /** Identifies the row, so that focus returns to it when the player comes back to this view. */
  'data-focus-key'?: string
}

export function ListRow({
  variant,
  selected,
  onClick,
  disabled,
  className = '',
  'data-focus-key': focusKey,
  ...content
}: ListRowProps) {
  const look = `${listRowClass({ variant, selected, interactive: onClick !== undefined })} ${className}`
  if (!onClick) {
    return (
      <div className={look}>
        <ListRowContent {...content} />
      </div>
    )
  }
  return (
    <button
      type="button"
      className={`${look} disabled:opacity-50`}
      aria-pressed={selected}
      disabled={disabled}
      data-focus-key={focusKey}
      onClick={onClick}
    >
      <ListRowContent {...content} />
    </button>
  )
}
