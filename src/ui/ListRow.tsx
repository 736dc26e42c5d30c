import type { MouseEventHandler } from 'react'
import { listRowClass, type ListRowLook } from './list-row-class.ts'
import { ListRowContent, type ListRowContentProps } from './ListRowContent.tsx'

interface ListRowProps extends Omit<ListRowLook, 'interactive'>, ListRowContentProps {
  /** Makes the row a button. */
  onClick?: MouseEventHandler<HTMLButtonElement>
  disabled?: boolean
  className?: string
}

export function ListRow({ variant, selected, onClick, disabled, className = '', ...content }: ListRowProps) {
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
      onClick={onClick}
    >
      <ListRowContent {...content} />
    </button>
  )
}
