import { useLayoutEffect, useRef, type ReactNode } from 'react'
import styles from './scroll-row.module.css'
import { useScrollEdges } from './use-scroll-edges.ts'

interface ChipRowProps {
  /** What the chips choose, for example "Categories". */
  label: string
  children: ReactNode
}

/** How far the row fades at an edge behind which there is more. */
const FADE = 28

/** Chips in one line that scrolls sideways; the chosen chip and one that gets focus are brought into view. */
export function ChipRow({ label, children }: ChipRowProps) {
  const ref = useRef<HTMLDivElement>(null)
  const more = useScrollEdges(ref)
  const shown = useRef<Element>(null)
  useLayoutEffect(() => {
    const row = ref.current
    const chosen = row?.querySelector('[aria-current],[aria-pressed=true]') ?? null
    if (chosen === shown.current) return
    shown.current = chosen
    if (row && chosen) bringIntoView(row, chosen)
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

/** Centres what is hidden in part; unlike `scrollIntoView` it never scrolls the page. */
function bringIntoView(row: Element, chip: Element): void {
  const [box, { left, right }] = [row.getBoundingClientRect(), chip.getBoundingClientRect()]
  if (left < box.left + FADE || right > box.right - FADE)
    row.scrollLeft += (left + right - box.left - box.right) / 2
}
