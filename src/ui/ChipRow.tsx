import { useRef, type ReactNode, type RefObject } from 'react'
import styles from './scroll-row.module.css'
import { useScrollEdges } from './use-scroll-edges.ts'

export interface ChipRowProps {
  /** Names the choice, for example "Categories". */
  label: string
  children: ReactNode
  ref?: RefObject<HTMLDivElement | null>
}

/** Scrolls sideways, and brings a chip that gets focus into view. */
export function ChipRow({ label, children, ref }: ChipRowProps) {
  const own = useRef<HTMLDivElement>(null)
  const row = ref ?? own
  const more = useScrollEdges(row)
  return (
    <div
      ref={row}
      role="group"
      aria-label={label}
      data-more={more}
      className={`${styles.row} gap-2`}
      onFocus={(event) => event.target.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
    >
      {children}
    </div>
  )
}
