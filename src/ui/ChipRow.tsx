import { useEffect, useRef, type ReactNode } from 'react'
import styles from './scroll-row.module.css'
import { useScrollEdges } from './use-scroll-edges.ts'

interface ChipRowProps {
  /** What the chips choose, for example "Categories". */
  label: string
  children: ReactNode
}

/** Chips in one line that scrolls sideways; the chosen chip and one that gets focus are brought into view. */
export function ChipRow({ label, children }: ChipRowProps) {
  const ref = useRef<HTMLDivElement>(null)
  const more = useScrollEdges(ref)
  const shown = useRef<Element>(null)
  useEffect(() => {
    const row = ref.current
    const chosen = row?.querySelector('[aria-current],[aria-pressed=true]')
    if (!row || !chosen || chosen === shown.current) return
    shown.current = chosen
    // Into the middle; unlike `scrollIntoView` it never scrolls the page.
    const [box, chip] = [row.getBoundingClientRect(), chosen.getBoundingClientRect()]
    row.scrollLeft += (chip.left + chip.right - box.left - box.right) / 2
  })
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
