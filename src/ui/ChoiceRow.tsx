import { useEffect, useRef } from 'react'
import { ChipRow, type ChipRowProps } from './ChipRow.tsx'

/** Chips of which one is chosen; that one is in sight, wherever it stands in the row. */
export function ChoiceRow(props: Omit<ChipRowProps, 'ref'>) {
  const ref = useRef<HTMLDivElement>(null)
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
  return <ChipRow {...props} ref={ref} />
}
