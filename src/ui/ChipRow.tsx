import { useRef, type ReactNode } from 'react'
import styles from './scroll-row.module.css'
import { useScrollEdges } from './use-scroll-edges.ts'

interface ChipRowProps {
  /** What the chips choose, for example "Categories". */
  label: string
  children: ReactNode
}

/** Chips in one line that scrolls sideways; a chip that gets focus is brought into view. */
export function ChipRow({ label, children }: ChipRowProps) {
  const ref = useRef<HTMLDivElement>(null)
  const more = useScrollEdges(ref)
  return (
    <div
      ref={ref}
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
